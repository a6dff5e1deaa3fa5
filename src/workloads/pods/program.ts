import { hash } from 'node:crypto'
import { ENDLESS, type Program, runCommand } from './command.js'
import { readScript } from './script.js'
import { Files, type Mount } from './shell/files.js'

/** The container of a program. */
export interface ProgramContainer {
  readonly image?: string | undefined
  readonly command?: readonly string[] | undefined
  readonly args?: readonly string[] | undefined
}

/** What the program finds around it. */
export interface ProgramContext {
  /** The values that are known. */
  readonly variables: ReadonlyMap<string, string>
  readonly mounts: readonly Mount[]
  /** How often the container has been restarted. */
  readonly restarts: number
  /** Random values are the same for the same seed and restart. */
  readonly seed: string
}

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash'])
/** Commands of the test image `agnhost` that serve until they are stopped. */
const AGNHOST_SERVERS = new Set(['pause', 'netexec', 'serve-hostname', 'test-webserver', 'porter'])

/** Returns undefined if the command cannot be read. */
export function programOf(
  { image = '', command = [], args = [] }: ProgramContainer,
  context: ProgramContext,
): Program | undefined {
  if (command.length === 0) {
    const name = imageBaseName(image)
    if (name === 'pause') return ENDLESS
    if (name === 'agnhost') return AGNHOST_SERVERS.has(args[0] ?? 'pause') ? ENDLESS : undefined
  }
  // Images of shells have no entry point: their arguments are the command.
  const words = [...command, ...args]
  if (words.some(({ length }) => length > MAX_LENGTH)) return undefined
  const [program = '', ...rest] = words.map((word) => withReferences(word, context.variables))
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (SHELLS.has(name)) {
    const [flags = '', script, ...positional] = rest
    const isScript = /^-[a-z]*c$/.test(flags) && script !== undefined && positional.length === 0
    return isScript ? lastRun(script, context) : undefined
  }
  if (name === 'pause' && rest.length === 0) return ENDLESS
  return runCommand([name, ...rest])
}

/** The last part of the name of an image, without registry, tag and digest. */
function imageBaseName(image: string): string {
  const [name = ''] = image.split('@')
  const [base = ''] = name.slice(name.lastIndexOf('/') + 1).split(':')
  return base
}

/** In characters, of a word of a command and of a variable. Longer ones are not read. */
const MAX_LENGTH = 10_000
const MAX_VALUE_LENGTH = 100
/** No shell script has it. */
const UNREADABLE = '\0'

/** A kubelet replaces `$(NAME)` where the variable is known, and `$$` by `$`. */
const withReferences = (word: string, variables: ReadonlyMap<string, string>) =>
  word.replaceAll(/\$\$|\$\(([\w.-]+)\)/g, (reference, name: string | undefined) => {
    if (name === undefined) return '$'
    const value = variables.get(name) ?? reference
    return value.length > MAX_VALUE_LENGTH ? UNREADABLE : value
  })

/** Earlier runs are repeated for the files that they leave. More of them change nothing. */
const MAX_RUNS = 5

/** The run after the last restart, with the files of the runs before. */
function lastRun(script: string, { variables, mounts, restarts, seed }: ProgramContext): Program | undefined {
  const first = mounts.some(({ isOwn }) => isOwn) ? Math.max(restarts - MAX_RUNS, 0) : restarts
  let kept: ReadonlySet<string> = new Set()
  let program: Program | undefined
  for (let run = first; run <= restarts; run++) {
    const files = new Files(mounts, kept)
    let uses = 0
    const random = () => hash('sha256', `${seed} ${run} ${uses++}`, 'buffer').readUInt16BE() & 0x7fff
    program = readScript(script, { variables, files, random })
    if (program === undefined) return undefined
    kept = files.kept
  }
  return program
}
