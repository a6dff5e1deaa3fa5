import type { AdmissionReview } from './admission.js'

/** What rejections of a write call its object, which may have no name yet. */
export const reviewedName = ({ name, object }: Pick<AdmissionReview, 'name' | 'object'>): string =>
  name || object?.metadata.name || object?.metadata.generateName || 'Unknown!'
