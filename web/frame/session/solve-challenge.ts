import type { Challenge } from '#shared/api/proof.ts'

interface Solution {
  counter: number
  derivedKey: string
  time: number
}

/** Solves a proof-of-work challenge in a web worker, and resolves with the `proof` that the next call sends. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveInWorker(challenge)
  return btoa(JSON.stringify({ challenge, solution }))
}

function solveInWorker(challenge: Challenge): Promise<Solution> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | null>) =>
      data === null ? reject(new Error('the challenge was not solved')) : resolve(data),
    )
    worker.addEventListener('error', () => reject(new Error('the worker did not start')))
    worker.postMessage(challenge, [])
  }).finally(() => worker.terminate())
}
