import { rejection } from '#admission/rejection.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'

/** Rejects all writes of clients and controllers. */
export class AlwaysDeny implements AdmissionPlugin {
  readonly name = 'AlwaysDeny'
  readonly seesUnstored = true

  handles(): boolean {
    return true
  }

  admit(review: AdmissionReview): void {
    throw rejection(review, 'admission control is denying all modifications')
  }
}
