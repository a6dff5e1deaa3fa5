import { parseApiVersion } from '#console/model/api/resource.js'
import { compareVersions, managerOf } from '#console/model/time/moments.js'
import type { PastWrite } from '#protocol/history.js'
import { linkTo, moment } from '../state/router.js'
import { kept, timeOf } from './kept-history.js'

const TYPES = {
  ADDED: { label: 'Created', tone: 'good' },
  MODIFIED: { label: 'Changed', tone: 'busy' },
  DELETED: { label: 'Deleted', tone: 'bad' },
} as const
const MAX_FIELDS = 4

/** Writes with who and what. Those after the shown moment are faint. */
export function WriteList({ writes }: { writes: readonly PastWrite[] }) {
  return (
    <div class="write-list">
      <table class="plain-table stacked">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Change</th>
            <th scope="col">Object</th>
            <th scope="col">Fields</th>
            <th scope="col">By</th>
            <th scope="col">
              <span class="visually-hidden">Moment</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {writes.map((write) => (
            <WriteRow key={`${write.resourceVersion}/${write.resource}/${write.name}`} write={write} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function WriteRow({ write }: { write: PastWrite }) {
  const { resourceVersion, time, type, kind, namespace, name, subresource } = write
  const { label, tone } = TYPES[type]
  const at = moment.value
  const isAfter = at !== undefined && compareVersions(resourceVersion, at) > 0
  return (
    <tr class={isAfter ? 'after' : at === resourceVersion ? 'current' : undefined}>
      <td class="nowrap muted" title={`Version ${resourceVersion}`}>
        {timeOf(time)}
      </td>
      <td>
        <span class={`tone ${tone}`}>{label}</span>
      </td>
      <td class="write-object line">
        <a href={objectLink(write)}>
          <span class="muted">{kind}</span> {namespace !== undefined && `${namespace}/`}
          <strong>{name}</strong>
        </a>
      </td>
      <td class="write-fields line">
        <Fields changed={write.changed} />
      </td>
      <td class="muted">
        {managerOf(write)}
        {subresource !== undefined && ` (${subresource})`}
      </td>
      <td>
        <MomentLink resourceVersion={resourceVersion} />
      </td>
    </tr>
  )
}

/** The object as it was after the write; a deleted one as it was before. */
function objectLink({ apiVersion, resource, namespace, name, resourceVersion, type }: PastWrite): string {
  const at = type === 'DELETED' ? momentBefore(resourceVersion) : moment.value
  return linkTo({
    page: 'object',
    resource: { ...parseApiVersion(apiVersion), plural: resource },
    within: namespace,
    name,
    at,
  })
}

const momentBefore = (resourceVersion: string) => String(BigInt(resourceVersion) - 1n)

function MomentLink({ resourceVersion }: { resourceVersion: string }) {
  const oldest = kept.value?.items[0]?.resourceVersion
  if (oldest === undefined || compareVersions(resourceVersion, oldest) < 0) return null
  return (
    <a
      class="link nowrap"
      href={linkTo({ page: 'changes', at: resourceVersion })}
      title={`Show everything as it was at version ${resourceVersion}`}
    >
      Go to
    </a>
  )
}

function Fields({ changed }: { changed: readonly string[] }) {
  const more = changed.length - MAX_FIELDS
  return (
    <>
      {changed.slice(0, MAX_FIELDS).map((field) => (
        <code key={field} class="field-path">
          {field}
        </code>
      ))}
      {more > 0 && (
        <span class="muted nowrap" title={changed.slice(MAX_FIELDS).join('\n')}>
          {more} more
        </span>
      )}
    </>
  )
}
