import { customResourceDefinition } from '#kinds/apiextensions/customresourcedefinition/index.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmittedOperation } from '#registry/write/admission.js'
import type { CustomResourceKinds } from './custom-resource-kinds.js'

/** Has what kinds are made by loaded before the first definition is stored, so that its kind is served at once. */
export class DefinitionAdmission implements AdmissionPlugin {
  readonly name = 'DefinitionAdmission'
  readonly #kinds: CustomResourceKinds

  constructor(kinds: CustomResourceKinds) {
    this.#kinds = kinds
  }

  handles({ stored }: ServedVersion, operation: AdmittedOperation): boolean {
    return stored === customResourceDefinition && operation !== 'delete'
  }

  admit(): void | Promise<void> {
    return this.#kinds.load()
  }
}
