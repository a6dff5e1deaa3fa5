import type { ObjectCache } from '#cache/object-cache.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import { CertificateSubjectRestriction } from './certificate-subject.js'
import { ClaimResize } from './claim-resize.js'
import { DefaultIngressClass } from './default-ingress-class.js'
import { DefaultStorageClass } from './default-storage-class.js'
import { LimitRanger } from './limit-ranger/index.js'
import { PodPriority } from './pod-priority.js'
import { PriorityClasses } from './priority-classes.js'
import { ResourceQuotas } from './resource-quota.js'
import { RuntimeClasses } from './runtime-class.js'
import { StoredObjects } from './stored-objects.js'

/**
 * The built-in plugins in the order in which a write passes them. Plugins that clients configure run after those that
 * change objects.
 */
export function admissionPlugins(
  cache: ObjectCache,
  configured: readonly AdmissionPlugin[] = [],
): readonly AdmissionPlugin[] {
  const stored = new StoredObjects(cache)
  return [
    new LimitRanger(stored),
    new PodPriority(stored),
    new PriorityClasses(stored),
    new DefaultStorageClass(stored),
    new ClaimResize(stored),
    new RuntimeClasses(stored),
    new CertificateSubjectRestriction(),
    new DefaultIngressClass(stored),
    ...configured,
    // Last, because it counts what the other plugins have made of the object.
    new ResourceQuotas(stored),
  ]
}
