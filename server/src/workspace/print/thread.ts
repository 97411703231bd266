// The program of a drawing thread: takes jobs one at a time and answers each with its file. Nothing but
// packages and plain functions is loaded here.
import { parentPort } from 'node:worker_threads'
import { giveWay } from '../../concurrency/give-way.ts'
import { draw, type DrawingJob } from './draw.ts'

giveWay()

parentPort?.on('message', (job: DrawingJob) => {
  // What fails here ends the thread, which the caller hears as its error.
  void draw(job).then((drawing) => {
    if ('unprintable' in drawing) parentPort?.postMessage(drawing)
    else {
      // A copy of its own: small buffers share their memory.
      const file = new Uint8Array(drawing.file)
      parentPort?.postMessage({ file }, [file.buffer])
    }
  })
})
