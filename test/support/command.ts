import { execFile } from 'node:child_process'

export const MAIN = new URL('../../src/cli/main.js', import.meta.url).pathname

export interface EndedCommand {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the compiled command and waits for its exit. */
export function runCommand(...args: string[]): Promise<EndedCommand> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}
