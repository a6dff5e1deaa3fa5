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
  return openApiV2(paths, kindsOfTypes(api.kinds), api.info)
}

/** A part of the API that has a document of its own in OpenAPI 3. */
export interface OpenApiV3Part {
  /** The path that it is about, such as `apis/extensions/v1beta1`. */
  readonly name: string
  readonly document: () => object
}

/** One document per group and version, and small ones for what lies above them. */
export function openApiV3Parts(api: ServedApi): OpenApiV3Part[] {
  return chaptersOf(api).map(({ name, paths }) => ({
    name,
    document: () => openApiV3(paths(), kindsOfTypes(api.kinds), api.info),
  }))
}

function versionPaths(version: GroupVersion, kinds: readonly ServedVersion[], media: MediaTypes): ApiPath[] {
  const served = kinds.filter((kind) => apiVersionOf(kind) === apiVersionOf(version))
  const paths = served.flatMap((definition) =>
    resourcePaths({ definition, media: mediaOf(definition, media) }),
  )
  return served.every(({ form }) => form !== undefined) ? paths : [resourcesPath(version, media), ...paths]
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
  readonly paths: () => ApiPath[]
}

function chaptersOf({ kinds, media }: ServedApi): Chapter[] {
  const versions = groupVersions(kinds)
  const groups = [...new Set(versions.map(({ group }) => group))].filter((group) => group !== '')
  return [
    { name: 'api', paths: () => [coreVersionsPath(media)] },
    { name: 'apis', paths: () => [groupsPath(media)] },
    ...groups.map((group) => ({ name: `apis/${group}`, paths: () => [groupPath(group, media)] })),
    ...versions.map((version) => ({
      name: groupVersionPath(version).slice(1),
      paths: () => versionPaths(version, kinds, media),
    })),
    { name: 'version', paths: () => [versionPath(media)] },
  ]
}
