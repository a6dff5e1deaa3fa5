import { groupVersions } from '#discovery/documents.js'
import { apiVersionOf, type GroupVersion } from '#meta/resource.js'
import { groupVersionPath } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import { coreVersionsPath, groupPath, groupsPath, resourcesPath, versionPath } from './about-paths.js'
import { type KindsOfTypes, kindsOfTypes } from './group-version-kinds.js'
import type { ApiInfo, ApiPath, MediaTypes, NamesInContent, OpenApiContent } from './model.js'
import type { NamedType } from './named-type.js'
import { reachableTypes } from './reachable-types.js'
import { resourcePaths } from './resource-paths.js'
import { type Dialect, typeSchema } from './type-schema.js'
import { v2PathItem } from './v2.js'
import { v3PathItem } from './v3.js'
import { listOf } from './wire-types.js'

/** The input of OpenAPI documents. */
export interface ServedApi {
  readonly kinds: readonly ServedVersion[]
  readonly media: MediaTypes
  readonly info: ApiInfo
}

export const builtInKindsOf = ({ kinds }: ServedApi) =>
  kinds.filter(({ isCustomResource }) => !isCustomResource)
export const customResourcesOf = ({ kinds }: ServedApi) =>
  kinds.filter(({ isCustomResource }) => isCustomResource)

/**
 * The part of the OpenAPI 2 document about built-in kinds, in pieces: it is large, and the caller may yield to the
 * event loop between them.
 */
export function* builtInContent(api: ServedApi): Generator<OpenApiContent> {
  const kinds = builtInKindsOf(api)
  const paths: ApiPath[] = []
  for (const chapter of openApiChapters({ ...api, kinds })) {
    const own = chapter.paths()
    paths.push(...own)
    yield { paths: pathItems(own, 'v2'), schemas: {} }
  }
  const kindsOf = kindsOfTypes(kinds, kinds)
  for (const type of reachableTypes(typesIn(paths))) {
    yield { paths: {}, schemas: schemasOf([type], 'v2', kindsOf) }
  }
}

/** The part of a document about one kind, and the types that it shares with other kinds. */
export interface KindContent {
  readonly content: OpenApiContent
  readonly common: readonly NamedType[]
}

/** `known` are the names in other parts of the document. */
export function kindContent(
  { media }: Pick<ServedApi, 'media'>,
  definition: ServedVersion,
  dialect: Dialect,
  known: NamesInContent,
): KindContent {
  const paths = pathsOf(definition, media).filter(({ path }) => !known.paths.has(path))
  const types = reachableTypes(typesIn(paths)).filter(({ name }) => !known.schemas.has(name))
  const ownNames = new Set([definition.schema.name, listOf(definition).name])
  return {
    content: {
      paths: pathItems(paths, dialect),
      schemas: schemasOf(
        types.filter(({ name }) => ownNames.has(name)),
        dialect,
        kindsOfTypes([definition], []),
      ),
    },
    common: types.filter(({ name }) => !ownNames.has(name)),
  }
}

/** The part of a document about a shared type. `kind` is one of its users. */
export function commonContent(
  api: ServedApi,
  type: NamedType,
  kind: ServedVersion,
  dialect: Dialect,
): OpenApiContent {
  return { paths: {}, schemas: schemasOf([type], dialect, kindsOfTypes([kind], builtInKindsOf(api))) }
}

/** The part of the OpenAPI 2 document about a group itself. */
export function groupContent({ media }: ServedApi, group: string, known: NamesInContent): OpenApiContent {
  const paths = [groupPath(group, media)].filter(({ path }) => !known.paths.has(path))
  return { paths: pathItems(paths, 'v2'), schemas: {} }
}

/** A part of the API that has a document of its own in OpenAPI 3. */
export interface OpenApiChapter {
  /** The path that it is about, such as `apis/extensions/v1beta1`. */
  readonly name: string
  /** The kinds of the document. It changes only with them. */
  readonly kinds: readonly ServedVersion[]
  readonly paths: () => ApiPath[]
}

/** One for each group and version, and small ones for the paths above them. */
export function openApiChapters({ kinds, media }: ServedApi): OpenApiChapter[] {
  const versions = groupVersions(kinds)
  const served = new Map<string, ServedVersion[]>(versions.map((version) => [apiVersionOf(version), []]))
  for (const kind of kinds) served.get(apiVersionOf(kind))?.push(kind)
  const groups = [...new Set(versions.map(({ group }) => group))].filter((group) => group !== '')
  return [
    { name: 'api', kinds: [], paths: () => [coreVersionsPath(media)] },
    { name: 'apis', kinds: [], paths: () => [groupsPath(media)] },
    ...groups.map((group) => ({ name: `apis/${group}`, kinds: [], paths: () => [groupPath(group, media)] })),
    ...versions.map((version) => {
      const kinds = served.get(apiVersionOf(version)) ?? []
      return {
        name: groupVersionPath(version).slice(1),
        kinds,
        paths: () => versionPaths(version, kinds, media),
      }
    }),
    { name: 'version', kinds: [], paths: () => [versionPath(media)] },
  ]
}

/** The content of an OpenAPI 3 document about the built-in kinds of a chapter, and about the chapter itself. */
export function chapterContent(api: ServedApi, chapter: OpenApiChapter): OpenApiContent {
  const paths = chapter.paths()
  const kinds = kindsOfTypes(chapter.kinds, builtInKindsOf(api))
  return { paths: pathItems(paths, 'v3'), schemas: schemasOf(reachableTypes(typesIn(paths)), 'v3', kinds) }
}

function pathItems(paths: readonly ApiPath[], dialect: Dialect) {
  const item = dialect === 'v2' ? v2PathItem : v3PathItem
  return Object.fromEntries(paths.map((path) => [path.path, item(path)]))
}

function schemasOf(types: readonly NamedType[], dialect: Dialect, kinds: KindsOfTypes) {
  return Object.fromEntries(types.map((type) => [type.name, typeSchema(type, dialect, kinds.get(type.name))]))
}

function versionPaths(version: GroupVersion, kinds: readonly ServedVersion[], media: MediaTypes): ApiPath[] {
  const builtInKinds = kinds.filter(({ isCustomResource }) => !isCustomResource)
  if (builtInKinds.length === 0) return []
  return [resourcesPath(version, media), ...builtInKinds.flatMap((kind) => pathsOf(kind, media))]
}

const pathsOf = (definition: ServedVersion, media: MediaTypes) =>
  resourcePaths({ definition, media: mediaOf(definition, media) })

/** Custom resources have no protobuf encoding and no strategic merge patch. */
function mediaOf({ isCustomResource }: ServedVersion, media: MediaTypes): MediaTypes {
  if (!isCustomResource) return media
  const textual = (types: readonly string[]) => types.filter((type) => !type.includes('protobuf'))
  return {
    bodies: textual(media.bodies),
    responses: textual(media.responses),
    streams: textual(media.streams),
    patches: media.patches.filter((type) => !type.includes('strategic')),
  }
}

/** The types of the request and response bodies of the paths. */
export function typesIn(paths: readonly ApiPath[]): NamedType[] {
  return paths
    .flatMap(({ operations }) => operations)
    .flatMap(({ body, responses }) => [body?.type, ...responses.map(({ type }) => type)])
    .filter((type) => type !== undefined)
}
