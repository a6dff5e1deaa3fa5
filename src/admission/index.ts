import type { ObjectCache } from '#cache/object-cache.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import { CertificateSubjectRestriction } from './certificate-subject.js'
import { ClaimResize } from './claim-resize.js'
import { DefaultIngressClass } from './default-ingress-class.js'
import { DefaultStorageClass } from './default-storage-class.js'
import { DefaultTolerations } from './default-tolerations.js'
import { DeviceAdminAccess } from './device-admin-access.js'
import { LimitRanger } from './limit-ranger/index.js'
import { NodeTaint } from './node-taint.js'
import type { PluginConfig } from './plugin-config.js'
import { PodPriority } from './pod-priority.js'
import type { PodSecurityConfig } from './pod-security/configuration.js'
import { PodSecurity } from './pod-security/index.js'
import { PriorityClasses } from './priority-classes.js'
import { ResourceQuotas } from './resource-quota.js'
import { RuntimeClasses } from './runtime-class.js'
import { StorageFinalizers } from './storage-finalizers.js'
import { StoredObjects } from './stored-objects.js'

/** The built-in plugins that are on by default. */
export function defaultPlugins(
  cache: ObjectCache,
  config: PluginConfig,
  podSecurity: PodSecurityConfig,
): readonly AdmissionPlugin[] {
  const stored = new StoredObjects(cache)
  return [
    new LimitRanger(stored),
    new NodeTaint(),
    new PodSecurity(stored, podSecurity),
    new PodPriority(stored),
    new PriorityClasses(stored),
    new DefaultTolerations(config),
    new DefaultStorageClass(stored),
    new StorageFinalizers(),
    new ClaimResize(stored),
    new RuntimeClasses(stored),
    new CertificateSubjectRestriction(),
    new DefaultIngressClass(stored),
    new ResourceQuotas(stored),
    new DeviceAdminAccess(stored),
  ]
}
