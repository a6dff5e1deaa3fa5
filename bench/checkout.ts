import { execFileSync } from 'node:child_process'
import type { Build } from './binnacle.js'
import { newFolder } from './workspace.js'

export interface Checkout extends Build {
  /** The commit as it was asked for, and which one that is. */
  readonly name: string
}

/** A commit of this repository, built in a folder of its own. What is not committed is not in it. */
export async function checkout(commit: string): Promise<Checkout> {
  const run = (tool: string, args: readonly string[], cwd: string) =>
    execFileSync(tool, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  const here = process.cwd()
  const id = run('git', ['rev-parse', '--verify', `${commit}^{commit}`], here)
  const root = await newFolder('checkout')
  console.error(`building ${commit} (${id.slice(0, 10)})`)
  run('git', ['clone', '--quiet', '--no-checkout', here, root], here)
  run('git', ['checkout', '--quiet', '--detach', id], root)
  run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], root)
  run('npm', ['run', '--silent', 'build'], root)
  return { root, name: id.startsWith(commit) ? id.slice(0, 10) : `${commit} (${id.slice(0, 10)})` }
}
