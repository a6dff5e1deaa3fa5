import { DeleteOptions } from '#meta/delete-options.js'
import { Status } from '#meta/status.js'
import type { ServedVersion, Subresource, Verb } from '#registry/kind.js'
import { kindOf, subresourceKind } from './group-version-kinds.js'
import type { Action, GroupVersionKind, MediaTypes, Method, Operation, Response } from './model.js'
import type { NamedType } from './named-type.js'
import { capitalized, type OperationScope, operationId, versionTag } from './operation-id.js'
import {
  connectParameters,
  deleteCollectionParameters,
  deleteParameters,
  listParameters,
  logParameters,
  patchParameters,
  readParameters,
  writeParameters,
} from './parameters.js'
import { listOf, Patch, WatchEvent } from './wire-types.js'

/** A kind and its media types. */
export interface ServedKind {
  readonly definition: ServedVersion
  readonly media: MediaTypes
}

/** The word in the operation id, the HTTP method and the action of a verb. */
const CALLED: Readonly<Record<Verb, { word: string; method: Method; action: Action }>> = {
  create: { word: 'create', method: 'post', action: 'post' },
  delete: { word: 'delete', method: 'delete', action: 'delete' },
  deletecollection: { word: 'delete', method: 'delete', action: 'deletecollection' },
  get: { word: 'read', method: 'get', action: 'get' },
  list: { word: 'list', method: 'get', action: 'list' },
  patch: { word: 'patch', method: 'patch', action: 'patch' },
  update: { word: 'replace', method: 'put', action: 'put' },
  watch: { word: 'watch', method: 'get', action: 'watch' },
}

/** The part of an operation that depends on its path. The rest follows from the verb and the kind. */
type OperationTemplate = Pick<Operation, 'description' | 'parameters' | 'responses'> &
  Partial<Pick<Operation, 'action' | 'body' | 'deprecated' | 'groupVersionKind' | 'produces'>> & {
    readonly scope?: OperationScope
  }
type OperationTemplates = Readonly<Partial<Record<Verb, OperationTemplate>>>

export const UNAUTHORIZED: Response = { code: 401, description: 'Unauthorized' }
const SUCCESSES = { 200: 'OK', 201: 'Created', 202: 'Accepted' } as const
type Success = keyof typeof SUCCESSES

/** Lists all success codes that Kubernetes documents, even if this server uses one: clients treat them alike. */
const successResponses = (type: NamedType, codes: readonly Success[] = [200]): Response[] => [
  ...codes.map((code) => ({ code, description: SUCCESSES[code], type })),
  UNAUTHORIZED,
]
const CREATING: readonly Success[] = [200, 201, 202]
const REPLACING: readonly Success[] = [200, 201]
const DELETING: readonly Success[] = [200, 202]

/** In one namespace, or of a cluster-scoped kind. */
export function collectionOperations(served: ServedKind): Operation[] {
  const { kind, schema } = served.definition
  return operations(served, {
    list: listTemplate(served, {}),
    create: {
      description: `Creates one ${kind}.`,
      parameters: writeParameters,
      body: bodyOf(schema, served),
      responses: successResponses(schema, CREATING),
    },
    deletecollection: {
      description: `Deletes every ${kind} that a list with the same query shows.`,
      scope: { before: 'Collection' },
      parameters: deleteCollectionParameters,
      body: optionalBody(served),
      responses: successResponses(Status),
    },
  })
}

/** Across all namespaces objects can only be read. */
export function crossNamespaceOperations(served: ServedKind): Operation[] {
  return operations(served, { list: listTemplate(served, { allNamespaces: true }) })
}

export function objectOperations(served: ServedKind): Operation[] {
  const { kind, schema, conventions, returnDeletedObject } = served.definition
  const templates = documentTemplates(served, schema, `one ${kind}`)
  return operations(served, {
    ...templates,
    get: { ...templates.get, parameters: readParameters },
    delete: {
      description: `Deletes one ${kind}.`,
      parameters: deleteParameters,
      body: optionalBody(served),
      responses: conventions.deleteReturnsStatus
        ? successResponses(Status)
        : successResponses(returnDeletedObject ? schema : Status, DELETING),
    },
  })
}

export function subresourceOperations(served: ServedKind, subresource: Subresource): Operation[] {
  const { definition } = served
  if (subresource.connects) return connectOperations(served, subresource)
  const { name, verbs, schema = definition.schema } = subresource
  const own = { scope: { behind: name }, groupVersionKind: subresourceKind(definition, subresource) }
  if (subresource.isText) return operations(served, { get: logTemplate(served) }, verbs, own)
  const templates: OperationTemplates = {
    ...documentTemplates(served, schema, `the ${name} of one ${definition.kind}`),
    create: {
      description: `Asks for the ${name} of one ${definition.kind}.`,
      parameters: writeParameters,
      body: bodyOf(schema, served),
      responses: successResponses(schema, CREATING),
    },
  }
  return operations(served, templates, verbs, own)
}

const logTemplate = ({ definition, media }: ServedKind): OperationTemplate => ({
  description: `Reads the log of one ${definition.kind}.`,
  parameters: logParameters,
  produces: ['text/plain', ...media.responses],
  responses: [{ code: 200, description: SUCCESSES[200], isText: true }, UNAUTHORIZED],
})

/** For subresources such as `exec`. The response is that of the other side. */
function connectOperations(served: ServedKind, subresource: Subresource): Operation[] {
  const { definition } = served
  const { name, verbs, takesPaths } = subresource
  const methods = verbs.map((verb) => CALLED[verb].method)
  if (takesPaths) methods.push('head')
  return methods.map((method) => ({
    method,
    id: operationId('connect', definition, { before: capitalized(method), behind: name }),
    tag: versionTag(definition),
    description: `Connects to the ${name} of one ${definition.kind}.`,
    action: 'connect',
    groupVersionKind: subresourceKind(definition, subresource),
    parameters: connectParameters[subresource.kind] ?? [],
    produces: ['*/*'],
    responses: [{ code: 200, description: SUCCESSES[200], isText: true }, UNAUTHORIZED],
  }))
}

/** The paths below `watch`, which a list with `watch=true` has replaced. */
export function watchOperations(served: ServedKind, scope: OperationScope, what: string): Operation[] {
  const template: OperationTemplate = {
    description: `Streams the changes of ${what}. Deprecated: use a list with watch=true.`,
    deprecated: true,
    action: scope.behind === 'List' ? 'watchlist' : 'watch',
    parameters: listParameters,
    produces: [...served.media.responses, ...served.media.streams],
    responses: successResponses(WatchEvent),
  }
  return operations(served, { watch: template }, served.definition.verbs, { scope })
}

/** Operations on one object or subresource. */
function documentTemplates(served: ServedKind, type: NamedType, what: string) {
  return {
    get: { description: `Reads ${what}.`, parameters: [], responses: successResponses(type) },
    update: {
      description: `Replaces ${what}.`,
      parameters: writeParameters,
      body: bodyOf(type, served),
      responses: successResponses(type, REPLACING),
    },
    patch: {
      description: `Changes a part of ${what}.`,
      parameters: patchParameters,
      // An apply may create the object.
      responses: successResponses(
        type,
        served.definition.conventions.serverSideApply === 'always' ? REPLACING : undefined,
      ),
      body: { type: Patch, required: true, mediaTypes: served.media.patches },
    },
  } satisfies OperationTemplates
}

function listTemplate(served: ServedKind, scope: OperationScope): OperationTemplate {
  const { kind, namespaced } = served.definition
  const where = !namespaced ? '' : scope.allNamespaces ? ' of all namespaces' : ' of one namespace'
  return {
    description: `Lists every ${kind}${where}, or streams their changes.`,
    scope,
    parameters: listParameters,
    produces: [...served.media.responses, ...served.media.streams],
    responses: successResponses(listOf(served.definition)),
  }
}

const bodyOf = (type: NamedType, { media }: ServedKind) => ({
  type,
  required: true,
  mediaTypes: media.bodies,
})
const optionalBody = (served: ServedKind) => ({ ...bodyOf(DeleteOptions, served), required: false })

/** The operations of the templates that the kind, or its subresource, has the verbs for. */
function operations(
  { definition, media }: ServedKind,
  templates: OperationTemplates,
  verbs: readonly Verb[] = definition.verbs,
  shared: { scope?: OperationScope; groupVersionKind?: GroupVersionKind } = {},
): Operation[] {
  return verbs.flatMap((verb) => {
    const template = templates[verb]
    if (template === undefined) return []
    const { word, ...called } = CALLED[verb]
    const { scope, ...said } = { ...shared, ...template }
    return [
      {
        ...called,
        id: operationId(word, definition, scope),
        tag: versionTag(definition),
        groupVersionKind: kindOf(definition),
        produces: media.responses,
        ...said,
      },
    ]
  })
}
