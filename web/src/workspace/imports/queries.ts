import { imports, type ImportJob } from '@stowage/contract/workspace/imports'
import { useMutation } from '@tanstack/react-query'
import { fetchChanged, load, send } from '../../app/api.ts'
import { newId } from '../../app/ids.ts'
import type { ApiError } from '../../app/transport.ts'

/** Milliseconds between two reads of work that goes on elsewhere. */
const glance = 1_000
/** Milliseconds a large file may take on its way. */
const uploadPatience = 120_000

/** One file, looked at again and again while something is being done with it. */
export const importOf = (slug: string, importId: string) => ({
  ...load(imports.one, { params: { slug, importId } }),
  refetchInterval: (query: { state: { data?: { import: ImportJob } | undefined } }) =>
    query.state.data?.import.busy ? glance : (false as const),
})

type Upload = { slug: string; kind: ImportJob['kind']; mode: ImportJob['mode']; file: File }

/** Sends a file; what it is called travels with it. */
export function useUpload() {
  return useMutation<{ import: ImportJob }, ApiError, Upload>({
    mutationFn: async ({ slug, kind, mode, file }) =>
      send(
        imports.upload,
        {
          params: { slug },
          query: { kind, mode, fileName: file.name.slice(0, 200) },
          body: new Uint8Array(await file.arrayBuffer()),
        },
        { headers: { 'idempotency-key': newId() }, patience: uploadPatience },
      ),
    onSuccess: () => fetchChanged(imports.upload),
  })
}
