import { notFound } from '#meta/api-error.js'
import { dns1123Label } from '#meta/formats.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'

/** The namespaces of the server. */
export interface Namespaces {
  exists(name: string): boolean
  /** Creates a namespace unless it exists. */
  create(name: string): Promise<void>
}

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces' }

/** Creates the missing namespace of a new object, whatever `--namespaces` says. A dry run creates none. */
export class NamespaceAutoProvision implements AdmissionPlugin {
  readonly name = 'NamespaceAutoProvision'
  readonly #namespaces: Namespaces

  constructor(namespaces: Namespaces) {
    this.#namespaces = namespaces
  }

  handles({ namespaced }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'create' && namespaced
  }

  admit({ namespace = '', dryRun }: AdmissionReview): void | Promise<void> {
    if (dryRun || this.#namespaces.exists(namespace)) return
    // Invalid names are rejected later.
    if (dns1123Label(namespace).length === 0) return this.#namespaces.create(namespace)
  }
}

/** The namespace of an object exists, also when it is changed or deleted. */
export class NamespaceExists implements AdmissionPlugin {
  readonly name = 'NamespaceExists'
  readonly #namespaces: Namespaces

  constructor(namespaces: Namespaces) {
    this.#namespaces = namespaces
  }

  handles({ namespaced }: ServedVersion): boolean {
    return namespaced
  }

  admit({ namespace = '' }: AdmissionReview): void {
    if (!this.#namespaces.exists(namespace)) throw notFound(NAMESPACE, namespace)
  }
}
