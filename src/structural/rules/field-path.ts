import type { StructuralSchema } from '#structural/schema.js'

/** The field at a simple JSON path, or why there is none. */
export type FieldAtPath =
  | { readonly path: string; readonly root: string; readonly schema: StructuralSchema | undefined }
  | { readonly error: string }

/**
 * Follows a path such as `.spec.size`, `.status['the size']` or `.spec.labels.app` through a schema. The returned
 * path is the one of messages, in which map entries are keys.
 */
export function fieldAtPath(
  schema: StructuralSchema,
  text: string,
  { allowBrackets = true } = {},
): FieldAtPath {
  const tokens = tokensOf(text)
  let found: StructuralSchema | undefined = schema
  let path = ''
  let root = ''
  for (let index = 0; index < tokens.length; ) {
    const start = tokens[index] as string
    if (start !== '.' && start !== '[') return failure(`expected [ or . but got: ${start}`)
    if (start === '[' && !allowBrackets) return failure('array notation is not allowed')
    const token = tokens[index + 1]
    if (token === undefined) return failure('unexpected end of JSON path')
    const name = start === '.' ? token : unquoted(token)
    if (typeof name === 'object') return name
    const isMap: boolean = found?.properties === undefined
    if (isMap && found?.additionalProperties === undefined) return failure('does not refer to a valid field')
    found = isMap ? valuesOf(found) : found?.properties?.get(name)
    if (!isMap && found === undefined) return failure('does not refer to a valid field')
    path += isMap ? `[${name}]` : path === '' ? name : `.${name}`
    root ||= name
    index += 2
    if (start === '.') continue
    const end = tokens[index++]
    if (end === undefined) return failure('unexpected end of JSON path')
    if (end !== ']') return failure(`expected ] but got ${end}`)
  }
  return { path, root, schema: found }
}

const failure = (error: string) => ({ error })

function valuesOf(schema: StructuralSchema | undefined): StructuralSchema | undefined {
  return typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined
}

/** Dots, brackets, quoted names, and the text between them. */
const TOKEN = /[.[\]]|'(?:[^'\\]|\\.)*'|'.*$|[^.[\]'][^.[\]]*/gs

function tokensOf(text: string): readonly string[] {
  return text.match(TOKEN) ?? []
}

const ESCAPES: { readonly [letter: string]: string } = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
}

function unquoted(token: string): string | { readonly error: string } {
  if (token.length < 2 || !token.startsWith("'") || !token.endsWith("'")) {
    return failure(`expected single quoted string but got ${token}`)
  }
  let wrong: string | undefined
  const name = token.slice(1, -1).replaceAll(/\\(.)/g, (escaped, letter: string) => {
    if (ESCAPES[letter] === undefined) wrong ??= escaped
    return ESCAPES[letter] ?? ''
  })
  return wrong === undefined ? name : failure(`invalid string literal: invalid escape char ${wrong}`)
}
