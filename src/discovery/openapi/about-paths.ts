import { APIGroup, APIGroupList, APIResourceList, APIVersions } from '#discovery/types.js'
import { apiVersionOf, type GroupVersion } from '#meta/resource.js'
import { groupVersionPath } from '#registry/keys.js'
import type { AnyStruct } from '#schema/type.js'
import type { ApiPath, MediaTypes } from './model.js'
import { capitalized, groupTag, groupWord, versionTag } from './operation-id.js'
import { prettyParameter } from './parameters.js'
import { UNAUTHORIZED } from './resource-operations.js'
import { VersionInfo } from './wire-types.js'

/** The discovery paths. In OpenAPI they end in a slash. */

export function coreVersionsPath(media: MediaTypes): ApiPath {
  return readOnly('/api/', 'getCoreAPIVersions', 'core', 'Names the versions of the unnamed group.', {
    type: APIVersions,
    media,
  })
}

export function groupsPath(media: MediaTypes): ApiPath {
  return readOnly('/apis/', 'getAPIVersions', 'apis', 'Names every group and its versions.', {
    type: APIGroupList,
    media,
  })
}

export function groupPath(group: string, media: MediaTypes): ApiPath {
  const id = `get${groupWord(group)}APIGroup`
  return readOnly(`/apis/${group}/`, id, groupTag(group), `Names the versions of the group ${group}.`, {
    type: APIGroup,
    media,
  })
}

export function resourcesPath(version: GroupVersion, media: MediaTypes): ApiPath {
  const name = apiVersionOf(version)
  const id = `get${groupWord(version.group)}${capitalized(version.version)}APIResources`
  return readOnly(
    `${groupVersionPath(version)}/`,
    id,
    versionTag(version),
    `Names the resources of ${name}.`,
    {
      type: APIResourceList,
      media,
    },
  )
}

export function versionPath(media: MediaTypes): ApiPath {
  return readOnly('/version/', 'getCodeVersion', 'version', 'Tells the version of the server.', {
    type: VersionInfo,
    // It has no message.
    media: { ...media, responses: media.responses.filter((type) => !type.endsWith('protobuf')) },
  })
}

function readOnly(
  path: string,
  id: string,
  tag: string,
  description: string,
  { type, media }: { type: AnyStruct; media: MediaTypes },
): ApiPath {
  return {
    path,
    parameters: [prettyParameter],
    operations: [
      {
        method: 'get',
        id,
        tag,
        description,
        parameters: [],
        produces: media.responses,
        responses: [{ code: 200, description: 'OK', type }, UNAUTHORIZED],
      },
    ],
  }
}
