import { apiVersionOf, type GroupVersion } from '../../meta/resource.js'
import { groupVersionPath } from '../../registry/keys.js'
import type { ServedVersion } from '../../registry/kind.js'
import { groupVersions } from '../documents.js'
import { coreVersionsPath, groupPath, groupsPath, resourcesPath, versionPath } from './about-paths.js'
import { kindsOfTypes } from './group-version-kinds.js'
import type { ApiInfo, ApiPath, MediaTypes } from './model.js'
import { resourcePaths } from './resource-paths.js'
import { type OpenApiV2Content, openApiV2Content } from './v2.js'
import { openApiV3 } from './v3.js'

/** What documents are made from. */
export interface ServedApi {
  readonly kinds: readonly ServedVersion[]
  readonly media: MediaTypes
  readonly info: ApiInfo
}

/** What the document of version 2 says about kinds that do not come and go. */
export function openApiV2OfBuiltIn(api: ServedApi): OpenApiV2Content {
  const kinds = builtIn(api)
  const paths = chaptersOf({ ...api, kinds }).flatMap((chapter) => chapter.paths())
  return openApiV2Content(paths, kindsOfTypes(kinds, kinds), new Set())
}

/** What it says about all others. `known` is what it says about those, by name. */
export function openApiV2OfDefined(api: ServedApi, known: NamesInV2): OpenApiV2Content {
  const kinds = api.kinds.filter(({ form }) => form !== undefined)
  const paths = chaptersOf({ ...api, kinds })
    .flatMap((chapter) => chapter.paths())
    .filter(({ path }) => !known.paths.has(path))
  return openApiV2Content(paths, kindsOfTypes(kinds, builtIn(api)), known.definitions)
}

export interface NamesInV2 {
  readonly paths: ReadonlySet<string>
  readonly definitions: ReadonlySet<string>
}

/** A part of the API that has a document of its own in OpenAPI 3. */
export interface OpenApiV3Part {
  /** The path that it is about, such as `apis/extensions/v1beta1`. */
  readonly name: string
  /** What the document is made from: as long as that is the same, so is the document. */
  readonly kinds: readonly ServedVersion[]
  readonly document: () => object
}

export const builtIn = ({ kinds }: ServedApi) => kinds.filter(({ form }) => form === undefined)

/** One document per group and version, and small ones for what lies above them. */
export function openApiV3Parts(api: ServedApi): OpenApiV3Part[] {
  return chaptersOf(api).map(({ name, kinds, paths }) => ({
    name,
    kinds,
    document: () => openApiV3(paths(), kindsOfTypes(kinds, builtIn(api)), api.info),
  }))
}

function versionPaths(version: GroupVersion, kinds: readonly ServedVersion[], media: MediaTypes): ApiPath[] {
  const paths = kinds.flatMap((definition) =>
    resourcePaths({ definition, media: mediaOf(definition, media) }),
  )
  return kinds.every(({ form }) => form !== undefined) ? paths : [resourcesPath(version, media), ...paths]
}

/** Objects of defined kinds have no message in protobuf, and no strategic patch. */
function mediaOf({ form }: ServedVersion, media: MediaTypes): MediaTypes {
  if (form === undefined) return media
  const textual = (types: readonly string[]) => types.filter((type) => !type.includes('protobuf'))
  return {
    bodies: textual(media.bodies),
    answers: textual(media.answers),
    streams: textual(media.streams),
    patches: media.patches.filter((type) => !type.includes('strategic')),
  }
}

interface Chapter {
  readonly name: string
  readonly kinds: readonly ServedVersion[]
  readonly paths: () => ApiPath[]
}

function chaptersOf({ kinds, media }: ServedApi): Chapter[] {
  const versions = groupVersions(kinds)
  const served = new Map<string, ServedVersion[]>(versions.map((version) => [apiVersionOf(version), []]))
  for (const kind of kinds) served.get(apiVersionOf(kind))?.push(kind)
  const groups = [...new Set(versions.map(({ group }) => group))].filter((group) => group !== '')
  return [
    { name: 'api', kinds: [], paths: () => [coreVersionsPath(media)] },
    { name: 'apis', kinds: [], paths: () => [groupsPath(media)] },
    ...groups.map((group) => ({ name: `apis/${group}`, kinds: [], paths: () => [groupPath(group, media)] })),
    ...versions.map((version) => ({
      name: groupVersionPath(version).slice(1),
      kinds: served.get(apiVersionOf(version)) ?? [],
      paths: () => versionPaths(version, served.get(apiVersionOf(version)) ?? [], media),
    })),
    { name: 'version', kinds: [], paths: () => [versionPath(media)] },
  ]
}
