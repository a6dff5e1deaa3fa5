import { ENDLESS, type Program } from './command.js'
import { runScript, type ShellContext } from './shell/run.js'
import { Unreadable } from './shell/unreadable.js'

/** Longer scripts are not read. */
const MAX_LENGTH = 10_000
const LOOP = /^\s*while\s+(?:true|:)\s*[;\n]\s*do\s/
const LEAVES_LOOP = /\b(?:break|exit|return|kill)\b/

/** Simulates a shell script; undefined if it contains anything whose effect cannot be told. */
export function readScript(script: string, context: ShellContext): Program | undefined {
  if (script.length > MAX_LENGTH) return undefined
  try {
    return runScript(script, context)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    // Whatever the body does, nothing leaves such a loop.
    return LOOP.test(script) && !LEAVES_LOOP.test(script) ? ENDLESS : undefined
  }
}
