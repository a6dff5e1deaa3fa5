import { rejection } from '#admission/rejection.js'
import type { Service } from '#kinds/core/service/schema.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'

/** External addresses let a service take over the traffic of others. Those that are there may stay. */
export class DenyExternalIPs implements AdmissionPlugin {
  readonly name = 'DenyServiceExternalIPs'

  handles({ group, kind }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation !== 'delete' && group === '' && kind === 'Service'
  }

  check(review: AdmissionReview): void {
    if (review.part !== 'object') return
    const present = externalIPs(review.current as Service | undefined)
    if (externalIPs(review.object as Service).every((address) => present.includes(address))) return
    throw rejection(review, 'Use of external IPs is denied by admission control')
  }
}

const externalIPs = (service: Service | undefined): readonly string[] => service?.spec.externalIPs ?? []
