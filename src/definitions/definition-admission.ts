import { customResourceDefinition } from '../kinds/apiextensions/customresourcedefinition/index.js'
import { loadSchemaRules } from '../kinds/apiextensions/customresourcedefinition/loaded-schema-rules.js'
import type { ServedVersion } from '../registry/kind.js'
import type { AdmissionPlugin, AdmittedOperation } from '../registry/write/admission.js'
import type { DefinedKinds } from './defined-kinds.js'

/** Has all that definitions need loaded before the first of them is checked and stored, so that its kind is served at once. */
export class DefinitionAdmission implements AdmissionPlugin {
  readonly name = 'DefinitionAdmission'
  readonly #kinds: DefinedKinds

  constructor(kinds: DefinedKinds) {
    this.#kinds = kinds
  }

  handles({ stored }: ServedVersion, operation: AdmittedOperation): boolean {
    return stored === customResourceDefinition && operation !== 'delete'
  }

  admit(): void | Promise<void> {
    const [rules, kinds] = [loadSchemaRules(), this.#kinds.load()]
    if (rules === undefined && kinds === undefined) return undefined
    return Promise.all([rules, kinds]).then(() => undefined)
  }
}
