import { stringify } from 'yaml'
import type { JournalEntry } from '#testing/journal/entry.js'
import type { Snapshot } from '#testing/snapshot.js'
import { type ChangedObject, changedObjects, type StoredObject } from './changed-objects.js'

/** A report stays readable in a terminal. */
const MAX_LINES_OF_OBJECTS = 200
const MAX_REQUESTS = 50
const MAX_NAMES = 50

/** What a failed test left: the objects that it changed, and its requests. */
export function failureReport(
  test: string,
  before: Snapshot,
  after: Snapshot,
  requests: readonly JournalEntry[],
): string {
  const changed = changedObjects(before, after)
  const objects = changed.filter((each) => !isEvent(each))
  return [
    `binnacle: "${test}" failed with ${count(objects.length, 'changed object')}`,
    ...objectLines(objects, requests),
    ...eventLines(changed.filter(isEvent)),
    ...requestLines(requests),
  ].join('\n')
}

const isEvent = ({ object }: ChangedObject) => object.kind === 'Event'

/** Objects that clients wrote come first: those of controllers follow from them. */
function objectLines(objects: readonly ChangedObject[], requests: readonly JournalEntry[]): string[] {
  const written = new Set(requests.filter(({ method }) => method !== 'GET').map(keyOf))
  const isWritten = ({ object: { kind, metadata } }: ChangedObject) =>
    written.has(keyOf({ kind, ...metadata }))
  const ordered = [...objects.filter(isWritten), ...objects.filter((each) => !isWritten(each))]
  const lines: string[] = []
  const names: string[] = []
  for (const { object, change } of ordered) {
    const text = change === 'deleted' ? [] : stringify(withoutManagedFields(object)).trimEnd().split('\n')
    if (change !== 'deleted' && lines.length + text.length < MAX_LINES_OF_OBJECTS) lines.push('---', ...text)
    else names.push(`${nameOf(object)} (${change})`)
  }
  return names.length === 0 ? lines : [...lines, '--- also:', ...firstOf(names)]
}

const keyOf = ({ kind, namespace, name }: Partial<Pick<JournalEntry, 'kind' | 'namespace' | 'name'>>) =>
  [kind, namespace, name].join(' ')

/** Like `kubectl get events`. */
function eventLines(events: readonly ChangedObject[]): string[] {
  if (events.length === 0) return []
  const lines = events.map(({ object }) => {
    const { involvedObject, reason, message } = object as unknown as ShownEvent
    return `  ${involvedObject.kind} ${involvedObject.name}: ${reason}: ${message}`
  })
  return [`binnacle: ${count(events.length, 'Event')}`, ...firstOf(lines)]
}

interface ShownEvent {
  readonly involvedObject: { readonly kind?: string; readonly name?: string }
  readonly reason?: string
  readonly message?: string
}

function requestLines(requests: readonly JournalEntry[]): string[] {
  const shown = requests.slice(-MAX_REQUESTS)
  const left = requests.length - shown.length
  const [user, ...others] = new Set(requests.map((request) => request.user))
  const isOneUser = user !== undefined && others.length === 0
  return [
    `binnacle: ${count(requests.length, 'request')}${isOneUser ? ` by ${user}` : ''}${left === 0 ? '' : `, the last ${shown.length}`}`,
    ...shown.map((request) => requestLine(request, isOneUser ? '' : ` by ${request.user}`)),
  ]
}

function requestLine(request: JournalEntry, by: string): string {
  const { method, path, query, code, events, faults } = request
  const where = query === '' ? path : `${path}?${decoded(query)}`
  const watched = events === undefined ? '' : `, ${count(events, 'event')}`
  const why = faults.length === 0 ? '' : ` (${faults.join(', ')})`
  const message = code !== undefined && code >= 400 ? errorOf(request) : ''
  return `  ${code ?? '…'} ${method} ${where}${watched}${by}${why}${message}`
}

function errorOf({ responseBody }: JournalEntry): string {
  const { message } = (responseBody ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? `\n      ${message}` : ''
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '))
  } catch {
    return query
  }
}

function firstOf(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_NAMES
  return rest <= 0 ? [...lines] : [...lines.slice(0, MAX_NAMES), `… and ${rest} more`]
}

function withoutManagedFields({ metadata, ...object }: StoredObject): object {
  const { managedFields: _, resourceVersion: _version, ...shown } = metadata
  const { apiVersion, kind, ...rest } = object
  return { apiVersion, kind, metadata: shown, ...rest }
}

/** `apps/v1 Deployment default/web` */
function nameOf({ apiVersion, kind, metadata: { namespace, name } }: StoredObject): string {
  return `${apiVersion} ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
