import { execFileSync } from 'node:child_process'

/** What a program prints, undefined when it is not on this machine. */
export function printedBy(program: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
