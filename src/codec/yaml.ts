import { createRequire } from 'node:module'
import type { Document, Parser, YAMLParseError } from 'yaml'
import { type Codec, MAX_DEPTH, placeOf, UnreadableBody } from './codec.js'
import { nestsTooDeep } from './json.js'
import { YAML_TYPE } from './media-type.js'
import { textOf } from './text.js'
import type { DuplicateKeys } from './yaml-duplicates.js'
import { YamlReader } from './yaml-reader.js'
import { writeYaml, yamlList } from './yaml-writer.js'

/**
 * YAML as users of the API write it: version 1.1, JSON included, of several documents the first. An empty
 * body is an empty document, which is null.
 */
export const yaml: Codec = {
  format: 'yaml',
  mediaType: YAML_TYPE,

  decode: (body) => decodeYaml(body),

  encode(value) {
    return Buffer.from(writeYaml(value))
  },

  list: () => yamlList,
}

/** Also tells `duplicates` of every key that the document gives more than once. */
export function decodeYaml(body: Buffer, duplicates?: DuplicateKeys): unknown {
  const text = textOf(body)
  // The parser of JSON would not tell.
  const value = duplicates === undefined ? asJson(text) : undefined
  if (value !== undefined && !nestsTooDeep(body)) return value
  const document = parse(text)
  return document === undefined ? null : new YamlReader(loadYaml(), text, duplicates).read(document.contents)
}

type Yaml = typeof import('yaml')
const require = createRequire(import.meta.url)
let loaded: Yaml | undefined

/**
 * The parser takes 40 ms to load, and many servers never see YAML. `import()` would hold up everything for
 * as long, the package being CommonJS, and make whoever reads a body wait besides.
 */
function loadYaml(): Yaml {
  loaded ??= require('yaml') as Yaml
  return loaded
}

/** JSON is YAML, and its own parser is a hundred times as fast. Undefined when the text is not JSON. */
function asJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // It may still be YAML in flow style.
    return undefined
  }
}

/**
 * The parser takes about 3 µs for each lexeme (a mark, a blank, a line break, a scalar), and nothing else is
 * served meanwhile. A deployment has a few hundred; this is 250 kB of dense YAML and a third of a second.
 */
const MAX_LEXEMES = 100_000

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
  // A body may hold as many faults as characters. Only the first is told, and its stack is of no interest,
  // but collecting stacks for all of them would take eight times as long as parsing.
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
      throw new UnreadableBody('the body is too large to be read as YAML, it can be sent as JSON')
    }
    for (const token of parser.next(lexeme)) {
      if (complete && token.type === 'document') return
      yield token
      if (token.type === 'document') complete = true
    }
    if (complete && (lexeme === '---' || lexeme === '...')) return
    if (parser.stack.length > MAX_DEPTH) {
      throw new UnreadableBody(
        `the body is not YAML that can be read: ${placeOf(text, parser.offset)}: it nests more than ${MAX_DEPTH} levels deep`,
      )
    }
  }
  yield* parser.end()
}

function unreadable(text: string, { message, pos }: YAMLParseError): UnreadableBody {
  return new UnreadableBody(`the body is not YAML: ${placeOf(text, pos[0])}: ${message}`)
}
