import { unreadable } from './unreadable.js'
import { literal, type Token, tokensOf, type Word } from './words.js'

/** Commands one after the other. */
export type List = readonly Joined[]

export interface Joined {
  /** How the command is joined to the one before. */
  readonly connector: ';' | '&&' | '||'
  readonly isNegated: boolean
  readonly command: Command
}

export type Command =
  | { readonly type: 'simple'; readonly words: readonly Word[]; readonly outputs: readonly Word[] }
  | { readonly type: 'if'; readonly branches: readonly Branch[]; readonly otherwise: List }
  | { readonly type: 'loop'; readonly condition: List; readonly isUntil: boolean; readonly body: List }
  | { readonly type: 'for'; readonly name: string; readonly words: readonly Word[]; readonly body: List }
  | { readonly type: 'group'; readonly body: List }

export interface Branch {
  readonly condition: List
  readonly body: List
}

/** How deep commands may nest. */
const MAX_DEPTH = 20

/** Throws `Unreadable` for what it does not know: pipes, functions, jobs and others. */
export function parseScript(script: string): List {
  const parser = new Parser(tokensOf(script))
  const list = parser.list([])
  return parser.isOver ? list : unreadable()
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get isOver(): boolean {
    return this.#at >= this.#tokens.length
  }

  /** Up to one of the reserved words, which is not taken, or the end. */
  list(ends: readonly string[]): List {
    if (++this.#depth > MAX_DEPTH) unreadable()
    const commands: Joined[] = []
    let connector: Joined['connector'] = ';'
    for (;;) {
      while (this.#takeOperator('\n')) {}
      if (this.isOver || ends.includes(this.#reserved ?? '')) break
      const isNegated = this.#take('!')
      commands.push({ connector, isNegated, command: this.#command() })
      connector = this.#takeOperator('&&') ? '&&' : this.#takeOperator('||') ? '||' : ';'
      if (connector === ';' && !this.#takeOperator(';') && !this.#takeOperator('\n')) break
    }
    this.#depth--
    return connector === ';' ? commands : unreadable()
  }

  #command(): Command {
    if (this.#take('if')) return this.#if()
    if (this.#take('while')) return this.#loop(false)
    if (this.#take('until')) return this.#loop(true)
    if (this.#take('for')) return this.#for()
    if (this.#take('{')) return { type: 'group', body: this.#block('}') }
    return this.#simple()
  }

  #if(): Command {
    const branches: Branch[] = []
    do {
      const condition = this.#block('then')
      branches.push({ condition, body: this.list(['elif', 'else', 'fi']) })
    } while (this.#take('elif'))
    const otherwise = this.#take('else') ? this.list(['fi']) : []
    this.#expect('fi')
    return { type: 'if', branches, otherwise }
  }

  #loop(isUntil: boolean): Command {
    const condition = this.#block('do')
    return { type: 'loop', condition, isUntil, body: this.#block('done') }
  }

  #for(): Command {
    const name = this.#word()
    this.#expect('in')
    const words: Word[] = []
    while (this.#isWord) words.push(this.#word())
    if (!this.#takeOperator(';') && !this.#takeOperator('\n')) unreadable()
    while (this.#takeOperator('\n')) {}
    this.#expect('do')
    return { type: 'for', name: literal(name) ?? unreadable(), words, body: this.#block('done') }
  }

  #simple(): Command {
    const words: Word[] = []
    const outputs: Word[] = []
    for (;;) {
      if (this.#isWord) words.push(this.#word())
      else if (this.#takeOperator('2>&1')) continue
      else if (['>', '>>', '1>', '1>>', '2>', '2>>'].some((operator) => this.#takeOperator(operator))) {
        outputs.push(this.#word())
      } else break
    }
    return words.length === 0 ? unreadable() : { type: 'simple', words, outputs }
  }

  /** Commands up to a reserved word, which is taken. */
  #block(end: string): List {
    const list = this.list([end])
    this.#expect(end)
    return list.length === 0 ? unreadable() : list
  }

  get #reserved(): string | undefined {
    const token = this.#tokens[this.#at]
    return token?.type === 'word' ? literal(token.word) : undefined
  }

  get #isWord(): boolean {
    return this.#tokens[this.#at]?.type === 'word'
  }

  #word(): Word {
    const token = this.#tokens[this.#at++]
    return token?.type === 'word' ? token.word : unreadable()
  }

  #take(reserved: string): boolean {
    if (this.#reserved !== reserved) return false
    this.#at++
    return true
  }

  #expect(reserved: string): void {
    if (!this.#take(reserved)) unreadable()
  }

  #takeOperator(text: string): boolean {
    const token = this.#tokens[this.#at]
    if (token?.type !== 'operator' || token.text !== text) return false
    this.#at++
    return true
  }
}
