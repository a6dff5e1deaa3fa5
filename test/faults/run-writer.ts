import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface WriterProcess {
  readonly pid: number
  /** Resolves when the store is open and the first write was acknowledged. */
  readonly writing: Promise<void>
  /** Resolves when the process has ended and all of its output was read. */
  readonly ended: Promise<{
    readonly output: string
    readonly code: number | null
    readonly signal: string | null
  }>
  kill(): void
}

export interface WriterOptions {
  readonly round: string
  readonly writers: number
  readonly exitAfter?: number
}

export function runWriter(directory: string, { round, writers, exitAfter }: WriterOptions): WriterProcess {
  const script = fileURLToPath(new URL('./writer.js', import.meta.url))
  const args = [directory, round, writers, exitAfter].filter((value) => value !== undefined).map(String)
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: string[] = []
  const writing = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      chunks.push(chunk)
      if (chunk.includes('acknowledged')) resolve()
    })
  })
  const ended = new Promise<Awaited<WriterProcess['ended']>>((resolve) => {
    child.on('close', (code, signal) => resolve({ output: chunks.join(''), code, signal }))
  })
  return { pid: child.pid as number, writing, ended, kill: () => child.kill('SIGKILL') }
}
