import { ENDLESS, type Program, runCommand } from './command.js'

type Connector = ';' | '&&' | '||'

interface ScriptCommand {
  /** How the command is joined to the one before. */
  readonly connector: Connector
  readonly words: readonly string[]
}

/** Longer scripts are not read. */
const MAX_LENGTH = 10_000
const LOOP = /^\s*while\s+(?:true|:)\s*[;\n]\s*do\s/
const LEAVES_LOOP = /\b(?:break|exit|return|kill)\b/

/** What a shell script of simple commands does; undefined if it has anything else. */
export function readScript(script: string): Program | undefined {
  if (script.length > MAX_LENGTH) return undefined
  if (LOOP.test(script) && !LEAVES_LOOP.test(script)) return ENDLESS
  const commands = parse(script)
  return commands && run(commands)
}

function run(commands: readonly ScriptCommand[]): Program | undefined {
  let afterMs = 0
  let exitCode = 0
  let stopsOnError = false
  for (const [index, { connector, words }] of commands.entries()) {
    if (connector === '&&' ? exitCode !== 0 : connector === '||' && exitCode === 0) continue
    const isReplaced = words[0] === 'exec'
    const [name, ...args] = isReplaced ? words.slice(1) : words
    if (name === 'set') {
      if (args.some((arg) => !/^-[eux]+$/.test(arg))) return undefined
      stopsOnError ||= args.some((arg) => arg.includes('e'))
      exitCode = 0
      continue
    }
    if (name === 'exit') {
      const [code = String(exitCode), ...more] = args
      if (more.length > 0 || !/^\d+$/.test(code)) return undefined
      return { type: 'ends', afterMs, exitCode: Number(code) % 256 }
    }
    const program = runCommand([baseName(name), ...args])
    if (program === undefined || program.type === 'endless') return program
    afterMs += program.afterMs
    exitCode = program.exitCode
    const isTested = commands[index + 1]?.connector !== ';' && index + 1 < commands.length
    if (isReplaced || (stopsOnError && exitCode !== 0 && !isTested)) break
  }
  return { type: 'ends', afterMs, exitCode }
}

const baseName = (name = '') => name.slice(name.lastIndexOf('/') + 1)

/** A connector, a word with its quotes, a variable, white space, or something that is not read. */
const TOKEN =
  /\\\n|(&&|\|\||;|\n)|[^\S\n]+|((?:'[^']*'|"(?:[^"`$\\]|\$(?=[\w{]))*"|\$(?=\w)|\$\{\w+\}|[\w./:=,+@%-])+)/y

function parse(script: string): readonly ScriptCommand[] | undefined {
  const commands: { connector: Connector; words: string[] }[] = []
  let connector: Connector = ';'
  let words: string[] = []
  const end = () => {
    if (words.length > 0) commands.push({ connector, words })
    words = []
  }
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < script.length) {
    const match = TOKEN.exec(script)
    if (match === null) return undefined
    const [, joint, word] = match
    if (word !== undefined) words.push(word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'))
    if (joint === undefined) continue
    const isJoined = joint === '&&' || joint === '||'
    if (isJoined && words.length === 0) return undefined
    const wasEmpty = words.length === 0
    end()
    // A line break after `&&` continues the command.
    if (!(wasEmpty && joint === '\n' && connector !== ';')) connector = isJoined ? joint : ';'
  }
  const isCut = connector !== ';' && words.length === 0
  end()
  return isCut ? undefined : commands
}
