import type { Json } from '#test/support/client.js'
import type { PlainRequest } from '../support/hostile-request.js'

/** Custom resources that are small to send, and large or slow to handle. */
export interface CustomResourceAttack {
  /** Describes the request. */
  readonly name: string
  /** Requests that prepare the attack; not measured. */
  readonly prepare?: readonly Step[]
  readonly steps: readonly Step[]
}

/** One request, which is measured alone. */
export interface Step {
  readonly what: string
  readonly expect: number
  readonly request: () => PlainRequest
}

const GROUP = 'hostile.example.com'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const JSON_BODY = { 'content-type': 'application/json' }

export const object = (properties: Json, more: Json = {}): Json => ({ type: 'object', properties, ...more })
export const list = (items: Json, more: Json = {}): Json => ({ type: 'array', items, ...more })
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
export const properties = (count: number, make: (index: number) => Json): Json =>
  Object.fromEntries(times(count, (index) => [`p${index}`, make(index)]))

/** Requests for one kind, named by its plural. `spec` is the schema of `spec`, `more` holds further fields of the version. */
export class Kind {
  readonly path: string
  readonly #plural: string

  constructor(plural: string) {
    this.#plural = plural
    this.path = `/apis/${GROUP}/v1/${plural}`
  }

  define(spec: Json, expect = 201, more: Json = {}): Step {
    const body = () => JSON.stringify(this.#definition(spec, more))
    return {
      what: 'definition',
      expect,
      request: () => ({ method: 'POST', path: DEFINITIONS, headers: JSON_BODY, body: body() }),
    }
  }

  redefine(spec: Json, expect = 200, more: Json = {}): Step {
    const [version] = this.#definition(spec, more).spec.versions
    return this.#patch(
      'definition that changes',
      `${DEFINITIONS}/${this.#plural}.${GROUP}`,
      () => ({ spec: { versions: [version] } }),
      expect,
    )
  }

  create(spec: () => Json, expect = 201, { name = 'one', query = '' } = {}): Step {
    const body = () => JSON.stringify(this.#object(name, spec()))
    return {
      what: `creation${query}`,
      expect,
      request: () => ({ method: 'POST', path: this.path + query, headers: JSON_BODY, body: body() }),
    }
  }

  replace(spec: () => Json, expect = 200, name = 'one'): Step {
    const body = () => JSON.stringify(this.#object(name, spec()))
    return {
      what: 'replacement',
      expect,
      request: () => ({ method: 'PUT', path: `${this.path}/${name}`, headers: JSON_BODY, body: body() }),
    }
  }

  apply(spec: () => Json, expect: number, name = 'one'): Step {
    return {
      what: 'apply',
      expect,
      request: () => ({
        method: 'PATCH',
        path: `${this.path}/${name}?fieldManager=hostile&force=true`,
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: JSON.stringify(this.#object(name, spec())),
      }),
    }
  }

  patch(change: () => Json, expect: number, subresource = ''): Step {
    return this.#patch(`patch ${subresource}`, `${this.path}/one${subresource}`, change, expect)
  }

  get(query = '', accept = 'application/json', expect = 200): Step {
    return {
      what: `read ${query} as ${accept}`,
      expect,
      request: () => ({ method: 'GET', path: this.path + query, headers: { accept } }),
    }
  }

  #patch(what: string, path: string, change: () => Json, expect: number): Step {
    return {
      what,
      expect,
      request: () => ({
        method: 'PATCH',
        path,
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify(change()),
      }),
    }
  }

  #object(name: string, spec: Json): Json {
    return { apiVersion: `${GROUP}/v1`, kind: this.#plural, metadata: { name }, spec }
  }

  #definition(spec: Json, more: Json): Json {
    const schema = { openAPIV3Schema: object({ spec, status: object({ list: list(ANYTHING) }) }) }
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${this.#plural}.${GROUP}` },
      spec: {
        group: GROUP,
        scope: 'Cluster',
        names: { plural: this.#plural, kind: this.#plural },
        versions: [{ name: 'v1', served: true, storage: true, schema, ...more }],
      },
    }
  }
}

const ANYTHING = { 'x-kubernetes-preserve-unknown-fields': true }
