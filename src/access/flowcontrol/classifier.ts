import type { RequestContext } from '#http/request/request-context.js'
import type { User } from '#meta/user.js'
import type { ResourceStore } from '#registry/store.js'
import type { ActiveSchema } from './active-schema.js'
import type { Flow } from './flow.js'
import type { PriorityLevel } from './priority-level.js'
import { dependsOnNamespace, matchesRequest, matchesUser, type Rules } from './rule-matching.js'

type Request = Pick<RequestContext, 'user' | 'target' | 'attributes'>

/** By verb, and subresource behind a slash. */
type SchemasByVerb = Map<string, ActiveSchema>

/** The flow schemas that a user's requests may match, and those that they did match. */
class UserSchemas {
  readonly #schemas: readonly (readonly [ActiveSchema, readonly Rules[]])[]
  readonly #fallback: ActiveSchema
  readonly #dependsOnNamespace: boolean
  readonly #inNamespaces = new WeakMap<ResourceStore, SchemasByVerb>()
  readonly #elsewhere = new WeakMap<ResourceStore, SchemasByVerb>()

  constructor(user: User, schemas: readonly ActiveSchema[]) {
    this.#schemas = schemas
      .map((schema) => [schema, schema.rules.filter((rules) => matchesUser(rules, user))] as const)
      .filter(([, rules]) => rules.length > 0)
    this.#fallback = schemas.at(-1) as ActiveSchema
    this.#dependsOnNamespace = this.#schemas.some(([, rules]) => rules.some(dependsOnNamespace))
  }

  of({ target, attributes }: Request): ActiveSchema {
    // Clients can invent paths, but not verbs and stores.
    if (target === undefined || this.#dependsOnNamespace) return this.#find(attributes)
    const { verb, resource } = attributes
    const stores = resource?.namespace ? this.#inNamespaces : this.#elsewhere
    const subresource = resource?.subresource
    const key = subresource === undefined ? verb : `${verb}/${subresource}`
    let known = stores.get(target.store)
    let schema = known?.get(key)
    if (schema !== undefined) return schema
    schema = this.#find(attributes)
    if (known === undefined) {
      known = new Map()
      stores.set(target.store, known)
    }
    known.set(key, schema)
    return schema
  }

  #find(attributes: Request['attributes']): ActiveSchema {
    for (const [schema, rules] of this.#schemas) {
      if (rules.some((some) => matchesRequest(some, attributes))) return schema
    }
    return this.#fallback
  }
}

/** Finds the flow of a request: the first flow schema that matches. */
export class FlowClassifier {
  readonly #schemas: readonly ActiveSchema[]
  readonly #users = new WeakMap<User, UserSchemas>()

  /** The schemas in order of precedence. The last one is for requests that none matches. */
  constructor(schemas: readonly ActiveSchema[]) {
    this.#schemas = schemas
  }

  flowOf(request: Request): Flow<PriorityLevel> {
    const { user, attributes } = request
    let schemas = this.#users.get(user)
    if (schemas === undefined) {
      schemas = new UserSchemas(user, this.#schemas)
      this.#users.set(user, schemas)
    }
    return schemas.of(request).flowOf(user.name, attributes.resource?.namespace)
  }
}
