import { apiVersionOf, type GroupVersion } from '../../meta/resource.js'
import { groupVersionPath } from '../../registry/keys.js'
import type { ServedVersion } from '../../registry/kind.js'
import { groupVersions } from '../documents.js'
import { coreVersionsPath, groupPath, groupsPath, resourcesPath, versionPath } from './about-paths.js'
import { kindsOfTypes } from './group-version-kinds.js'
import type { ApiInfo, ApiPath, MediaTypes } from './model.js'
import { resourcePaths } from './resource-paths.js'
import { openApiV2 } from './v2.js'
import { openApiV3 } from './v3.js'

/** What documents are made from. */
export interface ServedApi {
  readonly kinds: readonly ServedVersion[]
  readonly media: MediaTypes
  readonly info: ApiInfo
}

/** Everything in one document. */
export function openApiV2Document(api: ServedApi): object {
  const paths = chaptersOf(api).flatMap((chapter) => chapter.paths())
  return openApiV2(paths, kindsOfTypes(api.kinds, builtIn(api)), api.info)
}

/** A part of the API that has a document of its own in OpenAPI 3. */
export interface OpenApiV3Part {
  /** The path that it is about, such as `apis/extensions/v1beta1`. */
  readonly name: string
  /** What the document is made from: as long as that is the same, so is the document. */
  readonly kinds: readonly ServedVersion[]
  readonly document: () => object
}

const builtIn = ({ kinds }: ServedApi) => kinds.filter(({ form }) => form === undefined)

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
