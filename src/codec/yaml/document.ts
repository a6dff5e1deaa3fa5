import { createRequire } from 'node:module'
import type { Document, Parser, YAMLParseError } from 'yaml'
import { formatPosition, MAX_DEPTH, OversizedBody, UnreadableBody } from '#codec/codec.js'
import { excerpt } from '#util/excerpt.js'
import { type DuplicateKeys, YamlReader } from './reader.js'
import { goYamlError } from './syntax-error.js'

/**
 * The value of the first document of a text; null when there is none. Also adds to `duplicates` every key that the
 * document gives more than once.
 */
export function readYaml(text: string, duplicates?: DuplicateKeys): unknown {
  const document = parse(text)
  return document === undefined ? null : new YamlReader(loadYaml(), text, duplicates).read(document.contents)
}

type Yaml = typeof import('yaml')
const require = createRequire(import.meta.url)
let loaded: Yaml | undefined

/** The parser takes 40 ms to load, which only those pay for who read YAML. */
function loadYaml(): Yaml {
  loaded ??= require('yaml') as Yaml
  return loaded
}

/**
 * The parser takes about 3 µs for each lexeme (a mark, a blank, a line break, a scalar). A deployment has a few
 * hundred; this is 250 kB of dense YAML and a third of a second.
 */
const MAX_LEXEMES = 100_000
export const TOO_LONG = 'it is too much to be read as YAML, but can be sent as JSON'

/** Scalars are left as they are written, because what they mean is for `YamlReader` to say. */
const OPTIONS = {
  version: '1.1',
  schema: 'failsafe',
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

/** The first document of the text, undefined when there is none. */
function parse(text: string): Document.Parsed | undefined {
  const { Composer } = loadYaml()
  const composer = new Composer(OPTIONS)
  // A body may hold as many faults as characters. Only the first is reported, and its stack is of no interest, but
  // collecting stacks for all of them would take eight times as long as parsing.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    for (const document of composer.compose(tokensOfFirstDocument(text))) {
      if (document.errors[0]) throw unreadable(text, document.errors[0])
      return document
    }
    const [error] = composer.streamInfo().errors
    if (error) throw unreadable(text, error)
    return undefined
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

type Token = Parameters<InstanceType<Yaml['Composer']>['next']>[0]

/** Drives the parser lexeme by lexeme, to stop it where a document is too large, too deep or at its end. */
function* tokensOfFirstDocument(text: string): Generator<Token, void, undefined> {
  const { Lexer, Parser } = loadYaml()
  const parser: Parser = new Parser()
  let lexemes = 0
  let complete = false
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > MAX_LEXEMES) {
      throw new OversizedBody(TOO_LONG)
    }
    for (const token of parser.next(lexeme)) {
      if (complete && token.type === 'document') return
      yield token
      if (token.type === 'document') complete = true
    }
    if (complete && (lexeme === '---' || lexeme === '...')) return
    if (parser.stack.length > MAX_DEPTH) {
      throw new UnreadableBody(
        `the body is not YAML that can be read: ${formatPosition(text, parser.offset)}: it nests more than ${MAX_DEPTH} levels deep`,
      )
    }
  }
  yield* parser.end()
}

function unreadable(text: string, error: YAMLParseError): UnreadableBody {
  const place = formatPosition(text, error.pos[0])
  return new UnreadableBody(
    `the body is not YAML: ${place}: ${excerpt(error.message)}`,
    goYamlError(text, error),
  )
}
