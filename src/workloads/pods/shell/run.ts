import { ENDLESS, type Program, runCommand } from '#workloads/pods/command.js'
import { integer } from './arithmetic.js'
import type { Files } from './files.js'
import { type Command, type Joined, type List, parseScript } from './parse.js'
import { isTrue } from './test-command.js'
import { unreadable } from './unreadable.js'
import { type Value, Variables } from './variables.js'
import { literal, type Word } from './words.js'

/** What a script finds when it starts. */
export interface ShellContext {
  readonly variables: ReadonlyMap<string, string>
  readonly files: Files
  /** The next value of `$RANDOM`: from 0 to 32767. */
  readonly random: () => number
}

/** More are not run. */
const MAX_COMMANDS = 1000

type Loop = Extract<Command, { readonly type: 'loop' }>
type Simple = Extract<Command, { readonly type: 'simple' }>

/** Thrown when the script has ended, or will never. */
class End {
  readonly program: Program

  constructor(program: Program) {
    this.program = program
  }
}

/** Thrown by `break` and `continue`. */
class LoopJump {
  readonly isBreak: boolean

  constructor(isBreak: boolean) {
    this.isBreak = isBreak
  }
}

/** Runs a script in no time. Throws `Unreadable` if its effect cannot be told. */
export function runScript(script: string, context: ShellContext): Program {
  const shell = new Shell(context)
  try {
    return shell.run(parseScript(script))
  } catch (thrown) {
    if (thrown instanceof End) return thrown.program
    throw thrown instanceof LoopJump ? unreadable() : thrown
  }
}

class Shell {
  readonly #variables: Variables
  readonly #files: Files
  #commands = 0
  #afterMs = 0
  #stopsOnError = false

  constructor({ variables, files, random }: ShellContext) {
    this.#variables = new Variables(variables, random)
    this.#files = files
  }

  run(script: List): Program {
    this.#list(script, false)
    return this.#ends()
  }

  get #exitCode(): number {
    return this.#variables.exitCode
  }

  set #exitCode(code: number) {
    this.#variables.exitCode = code
  }

  #ends(exitCode = this.#exitCode): Program {
    return { type: 'ends', afterMs: this.#afterMs, exitCode }
  }

  /** `isTested`: its result is a condition, so a failure does not end the script. */
  #list(list: List, isTested: boolean): void {
    for (const [index, joined] of list.entries()) {
      const { connector } = joined
      if (connector === '&&' ? this.#exitCode !== 0 : connector === '||' && this.#exitCode === 0) continue
      this.#joined(joined, isTested || (list[index + 1]?.connector ?? ';') !== ';')
    }
  }

  #joined({ command, isNegated }: Joined, isTested: boolean): void {
    if (++this.#commands > MAX_COMMANDS) unreadable()
    this.#command(command, isTested || isNegated)
    if (isNegated) this.#exitCode = Number(this.#exitCode === 0)
    else if (this.#stopsOnError && this.#exitCode !== 0 && !isTested) throw new End(this.#ends())
  }

  #command(command: Command, isTested: boolean): void {
    if (command.type === 'simple') this.#simple(command)
    else if (command.type === 'group') this.#list(command.body, isTested)
    else if (command.type === 'loop') this.#loop(command, isTested)
    else if (command.type === 'if') {
      const branch = command.branches.find(({ condition }) => this.#holds(condition))
      this.#exitCode = 0
      this.#list(branch?.body ?? command.otherwise, isTested)
    } else {
      const values = command.words.flatMap((word) => this.#variables.known(word))
      this.#exitCode = 0
      for (const value of values) {
        this.#variables.assign(command.name, value)
        if (this.#isLeft(command.body, isTested)) break
      }
    }
  }

  #holds(condition: List): boolean {
    this.#list(condition, true)
    return this.#exitCode === 0
  }

  /** A turn that begins as the one before will be followed by another. */
  #loop({ condition, isUntil, body }: Loop, isTested: boolean): void {
    let before: string | undefined
    let exitCode = 0
    while (this.#holds(condition) !== isUntil) {
      const state = `${this.#variables.state} ${this.#files.state} ${exitCode}`
      if (state === before) throw new End(ENDLESS)
      before = state
      const isLeft = this.#isLeft(body, isTested)
      exitCode = this.#exitCode
      if (isLeft) break
    }
    this.#exitCode = exitCode
  }

  /** Runs one turn of a loop. Whether it leaves the loop. */
  #isLeft(body: List, isTested: boolean): boolean {
    try {
      this.#list(body, isTested)
      return false
    } catch (thrown) {
      if (!(thrown instanceof LoopJump)) throw thrown
      this.#exitCode = 0
      return thrown.isBreak
    }
  }

  #simple({ words, outputs }: Simple): void {
    // Within brackets `>` compares.
    if (outputs.length > 0 && literal(words[0] as Word)?.startsWith('[')) unreadable()
    for (const output of outputs) {
      const path = this.#variables.known(output).join(' ')
      if (!path.startsWith('/dev/')) this.#files.set(path, true)
    }
    const [first] = words
    if (first !== undefined && assignmentOf(first) !== undefined) {
      this.#assign(words)
      return
    }
    const [name, ...args] = words.flatMap((word) => this.#variables.fields(word))
    this.#run(baseName(name), args, words.slice(1))
  }

  #assign(words: readonly Word[]): void {
    for (const word of words) {
      const { name, value } = assignmentOf(word) ?? unreadable()
      this.#variables.assign(name, this.#variables.known(value).join(' '))
    }
    this.#exitCode = 0
  }

  #run(name: string, args: readonly Value[], words: readonly Word[]): void {
    if (name === 'echo' || name === 'printf') {
      // What they write does not matter.
      this.#exitCode = 0
    } else if (name === 'exec') {
      if (args[0] === 'exec') unreadable()
      this.#run(baseName(args[0]), args.slice(1), words.slice(1))
      throw new End(this.#ends())
    } else if (name === 'export') {
      this.#assign(words)
    } else {
      this.#builtIn(
        name,
        args.map((arg) => arg ?? unreadable()),
      )
    }
  }

  /** A command whose arguments are known. */
  #builtIn(name: string, args: readonly string[]): void {
    switch (name) {
      case 'exit':
        if (args.length > 1) unreadable()
        throw new End(this.#ends(args[0] === undefined ? this.#exitCode : integer(args[0]) & 255))
      case 'break':
      case 'continue':
        if (args.length > 0) unreadable()
        throw new LoopJump(name === 'break')
      case 'set':
        if (args.some((arg) => !/^-[eux]+$/.test(arg))) unreadable()
        this.#stopsOnError ||= args.some((arg) => arg.includes('e'))
        this.#exitCode = 0
        break
      case 'trap':
        // Nothing but the end of the pod sends signals.
        if (args.slice(1).some((signal) => !/^(?:SIG)?(?:TERM|INT|HUP)$/.test(signal))) unreadable()
        this.#exitCode = 0
        break
      case 'touch':
      case 'rm':
        this.#changeFiles(name === 'touch', args)
        break
      case 'test':
      case '[':
      case '[[':
        this.#exitCode = Number(!isTrue(withoutBracket(name, args), this.#files))
        break
      default:
        this.#finish(runCommand([name, ...args]) ?? unreadable())
    }
  }

  #finish(program: Program): void {
    if (program.type === 'endless') throw new End(program)
    this.#afterMs += program.afterMs
    this.#exitCode = program.exitCode
  }

  #changeFiles(exists: boolean, args: readonly string[]): void {
    const paths = args.filter((arg) => arg !== '-f')
    if (paths.length === 0 || paths.some((path) => path.startsWith('-'))) unreadable()
    const isForced = exists || paths.length < args.length
    this.#exitCode = isForced || paths.every((path) => this.#files.has(path)) ? 0 : 1
    for (const path of paths) this.#files.set(path, exists)
  }
}

const baseName = (name: Value): string =>
  name === undefined ? unreadable() : name.slice(name.lastIndexOf('/') + 1)

function withoutBracket(name: string, args: readonly string[]): readonly string[] {
  if (name === 'test') return args
  return args.at(-1) === (name === '[' ? ']' : ']]') ? args.slice(0, -1) : unreadable()
}

/** `NAME=value` */
function assignmentOf(word: Word): { readonly name: string; readonly value: Word } | undefined {
  const [first, ...rest] = word
  const match = first?.type === 'text' && !first.quoted ? /^([A-Za-z_]\w*)=(.*)$/s.exec(first.text) : null
  if (match === null) return undefined
  const [, name = '', text = ''] = match
  return { name, value: text === '' ? rest : [{ type: 'text', text, quoted: false }, ...rest] }
}
