import type { ObjectMeta } from '../../../meta/object-meta.js'
import type { ServedVersion } from '../../../registry/kind.js'
import type {
  AdmissionPlugin,
  AdmissionReview,
  AdmittedOperation,
} from '../../../registry/write/admission.js'
import { networkingV1 } from '../../groups.js'
import { defaultClass } from '../../shared/default-class.js'
import type { Ingress } from '../ingress/networking-v1/schema.js'
import { CLASS_ANNOTATION } from '../ingress/networking-v1/validation.js'

const DEFAULT_CLASS = 'ingressclass.kubernetes.io/is-default-class'

/** Gives a new ingress that names no class, in neither way, the default class. The stored version knows of no classes. */
export class DefaultIngressClass implements AdmissionPlugin {
  readonly name = 'DefaultIngressClass'
  readonly #classes: () => Iterable<ObjectMeta>

  /** `classes` are the metadata of all ingress classes. */
  constructor(classes: () => Iterable<ObjectMeta>) {
    this.#classes = classes
  }

  handles({ kind, group }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation === 'create' && kind === 'Ingress' && group === networkingV1.group
  }

  admit({ object }: AdmissionReview): void {
    const { metadata, spec } = object as Ingress
    if (spec.ingressClassName !== undefined || metadata.annotations?.[CLASS_ANNOTATION] !== undefined) return
    spec.ingressClassName = defaultClass(this.#classes(), DEFAULT_CLASS)
  }
}
