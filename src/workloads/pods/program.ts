import { ENDLESS, type Program, runCommand } from './command.js'
import { imageBaseName } from './image-name.js'
import { readScript } from './script.js'

interface ProgramContainer {
  readonly image?: string | undefined
  readonly command?: readonly string[] | undefined
  readonly args?: readonly string[] | undefined
}

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash'])
/** Commands of the test image `agnhost` that serve until they are stopped. */
const AGNHOST_SERVERS = new Set(['pause', 'netexec', 'serve-hostname', 'test-webserver', 'porter'])

/** Returns undefined if the command cannot be read. */
export function programOf({ image = '', command = [], args = [] }: ProgramContainer): Program | undefined {
  if (command.length === 0) {
    const name = imageBaseName(image)
    if (name === 'pause') return ENDLESS
    if (name === 'agnhost') return AGNHOST_SERVERS.has(args[0] ?? 'pause') ? ENDLESS : undefined
  }
  // Images of shells have no entry point: their arguments are the command.
  const [program = '', ...rest] = [...command, ...args]
  const name = program.slice(program.lastIndexOf('/') + 1)
  if (SHELLS.has(name)) {
    const [flags = '', script, ...positional] = rest
    const isScript = /^-[a-z]*c$/.test(flags) && script !== undefined && positional.length === 0
    return isScript ? readScript(script) : undefined
  }
  if (name === 'pause' && rest.length === 0) return ENDLESS
  return runCommand([name, ...rest])
}
