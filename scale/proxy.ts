// nginx with the configuration of `deploy`, in front of two servers on this machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const ports = { proxy: 8443, servers: [3001, 3002] as const }

/** Runs the example configuration of `deploy` without encryption, on a port of its own. */
export async function startProxy(place: string, opened: AsyncDisposableStack) {
  const example = readFileSync(path.resolve(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
  const plain = example
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.proxy}`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
  const file = path.join(place, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${place}/nginx.pid; error_log ${place}/nginx.log;
     events {}
     http { access_log off; client_body_temp_path ${place}/body; proxy_temp_path ${place}/proxy;
     fastcgi_temp_path ${place}/f; uwsgi_temp_path ${place}/u; scgi_temp_path ${place}/s;
     ${plain} }`,
  )
  const proxy = spawn('nginx', ['-c', file, '-e', path.join(place, 'nginx.log')], {
    stdio: 'inherit',
  })
  opened.defer(async () => {
    proxy.kill('SIGQUIT')
    await once(proxy, 'exit')
  })
  await sleep(500)
  if (proxy.exitCode !== null) throw new Error(readFileSync(path.join(place, 'nginx.log'), 'utf8'))
}
