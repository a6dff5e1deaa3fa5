import { posix } from 'node:path'
import { kinds } from '#kinds/index.js'
import { apiVersionOf } from '#meta/resource.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { type AnyStruct, type Field, type Fields, shortName, type Type } from '#schema/type.js'
import { namesOf, preferredVersion } from '#testing/client/find-version.js'

/**
 * TypeScript types of the built-in kinds, written from their schemas. Types inferred from the schemas are the same, but
 * their declarations take 7 MB and have no comments.
 */

export const FOLDER = 'src/testing/client/objects'

const HEADER = '// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.\n'

/** The structs of a file by name, and those of other files that they use. */
interface TypesFile {
  readonly structs: Map<string, AnyStruct>
}

/** `io.k8s.api.apps.v1.Deployment` is in `apps-v1`. */
function fileOf({ name }: AnyStruct): string {
  const [version = '', group = ''] = name.split('.').slice(0, -1).reverse()
  return `${group}-${version}`
}

/** Alpha and beta versions have a folder of their own. */
const pathOf = (file: string) => (/-v\d+(alpha|beta)\d+$/.test(file) ? `prerelease/${file}` : file)

/** The text of each file, by its path. */
export function renderObjectTypes(): ReadonlyMap<string, string> {
  const registry = new KindRegistry(kinds)
  const versions = registry.servedVersions
  const roots = new Map(versions.map((version) => [version.schema.name, version]))
  const files = new Map<string, TypesFile>()
  for (const { schema } of versions) collect(schema, files)
  const rendered = new Map<string, string>()
  for (const [file, { structs }] of [...files].sort(byKey)) {
    const imports = new Map<string, Set<string>>()
    const declarations = [...structs].sort(byKey).map(([, struct]) => {
      const root = roots.get(struct.name)
      const head = root && { apiVersion: apiVersionOf(root), kind: root.kind }
      return declarationOf(struct, file, imports, head)
    })
    const lines = [HEADER, importLines(imports, pathOf(file)), ...declarations]
    rendered.set(`${pathOf(file)}.ts`, lines.join('\n'))
  }
  rendered.set('index.ts', renderIndex(registry))
  return rendered
}

const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) =>
  left < right ? -1 : 1

function collect(type: Type, files: Map<string, TypesFile>): void {
  if (type.kind === 'list' || type.kind === 'map') collect(type.element, files)
  if (type.kind !== 'struct') return
  const name = fileOf(type)
  const file = files.get(name) ?? { structs: new Map() }
  files.set(name, file)
  if (file.structs.has(shortName(type))) return
  file.structs.set(shortName(type), type)
  for (const field of Object.values(type.fields as Fields)) collect(field.type, files)
}

function importLines(imports: ReadonlyMap<string, ReadonlySet<string>>, from: string): string {
  return [...imports]
    .sort(byKey)
    .map(([file, names]) => importLine(moduleOf(file, from), [...names].sort()))
    .join('')
}

/** The module of a file, as that at another path imports it. */
function moduleOf(file: string, from: string): string {
  const path = posix.relative(posix.dirname(from), pathOf(file))
  return `${path.startsWith('.') ? path : `./${path}`}.js`
}

/** As the formatter writes it. */
function importLine(module: string, names: readonly string[]): string {
  const line = `import type { ${names.join(', ')} } from '${module}'\n`
  if (line.length <= 111) return line
  return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${module}'\n`
}

function declarationOf(
  struct: AnyStruct,
  file: string,
  imports: Map<string, Set<string>>,
  head: Readonly<Record<string, string>> | undefined,
): string {
  const lines = Object.entries(struct.fields as Fields).map(([name, field]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
    const known = head?.[name]
    if (known !== undefined) return `  ${key}: '${known}'\n`
    const type = typeOf(field.type, field, file, imports)
    return `  /** ${field.description.replaceAll('*/', '*\\/')} */\n  ${key}${isPresent(field) ? '' : '?'}: ${type}\n`
  })
  const name = shortName(struct)
  const comment = `/** ${struct.description} */\n`
  if (lines.length === 0) return `${comment}export type ${name} = Record<string, never>\n`
  return `${comment}export interface ${name} {\n${lines.join('')}}\n`
}

const NEVER_EMPTY = ['time', 'microTime', 'quantity', 'json', 'schemaJson', 'fieldSet']

/** The same rule as `IsPresent` of the schema language. */
function isPresent({ presence, type }: Field): boolean {
  if (presence !== 'optional') return presence !== 'explicit'
  return type.kind === 'struct' || (type.kind === 'scalar' && NEVER_EMPTY.includes(type.name))
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  int32: 'number',
  int64: 'number',
  number: 'number',
  quantity: 'string',
  milliQuantity: 'string',
  intOrString: 'number | string',
  bytes: 'string',
}

function typeOf(
  type: Type,
  field: Field | undefined,
  file: string,
  imports: Map<string, Set<string>>,
): string {
  const nullable = field?.presence === 'nullable' ? ' | null' : ''
  if (type.kind === 'scalar') {
    // The zero time is null.
    if (type.name === 'time' || type.name === 'microTime')
      return field?.presence === 'explicit' ? 'string' : 'string | null'
    return `${SCALARS[type.name] ?? 'unknown'}${SCALARS[type.name] === undefined ? '' : nullable}`
  }
  if (type.kind === 'list') {
    const element = typeOf(type.element, undefined, file, imports)
    return `${element.includes(' | ') ? `(${element})` : element}[]${nullable}`
  }
  if (type.kind === 'map')
    return `Record<string, ${typeOf(type.element, undefined, file, imports)}>${nullable}`
  if (type.kind === 'either') return 'unknown'
  const other = fileOf(type)
  if (other !== file) imports.set(other, (imports.get(other) ?? new Set()).add(shortName(type)))
  return `${shortName(type)}${nullable}`
}

function renderIndex(registry: KindRegistry): string {
  const versions = registry.servedVersions
  const count = new Map<string, number>()
  for (const { kind } of versions) count.set(kind, (count.get(kind) ?? 0) + 1)
  const imports = new Map<string, Set<string>>()
  const groups = new Map<string, string[]>()
  for (const version of versions) {
    const { kind, schema, stored } = version
    const file = fileOf(schema)
    const alias = (count.get(kind) ?? 0) > 1 ? `${pascal(file)}${kind}` : kind
    const name = shortName(schema)
    imports.set(file, (imports.get(file) ?? new Set()).add(alias === name ? name : `${name} as ${alias}`))
    const apiVersion = apiVersionOf(version)
    const type = stored.review ? alias : `Stored<${alias}>`
    groups.set(apiVersion, [...(groups.get(apiVersion) ?? []), `    ${kind}: ${type}\n`])
  }
  const objects = [...groups].sort(byKey).map(([apiVersion, lines]) => {
    const key = /^\w+$/.test(apiVersion) ? apiVersion : `'${apiVersion}'`
    return `  ${key}: {\n${lines.sort().join('')}  }\n`
  })
  return `${HEADER}
${importLines(imports, 'index')}import type { Stored } from '../stored.js'

/**
 * The types of the built-in kinds, by their apiVersion and kind.
 *
 * @example
 * const replicasOf = (deployment: BuiltInObjects['apps/v1']['Deployment']) => deployment.spec.replicas
 */
export interface BuiltInObjects {
${objects.join('')}}

/** The types of the built-in kinds, by the names that \`until\` and \`history\` take. */
export interface BuiltInNames {
${nameLines(registry).join('')}}
`
}

const pascal = (file: string) => file.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** With their group only where a name without it means something else. */
function nameLines(registry: KindRegistry): string[] {
  const names = new Set(registry.servedVersions.flatMap(namesOf))
  const lines = [...names].sort().flatMap((name) => {
    const version = preferredVersion(registry, name)
    if (version === undefined || version.stored.review) return []
    return [`  ${name}: BuiltInObjects['${apiVersionOf(version)}']['${version.kind}']\n`]
  })
  return lines
}
