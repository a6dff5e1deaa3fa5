import { isPodWrite, isWholePod } from '#admission/pod-writes.js'
import { rejection } from '#admission/rejection.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { containersOf } from '#kinds/shared/pod/containers/containers-of.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'

const ALWAYS = 'Always'

/** Whoever may not pull an image cannot use one either that another pod has pulled to the node. */
export class AlwaysPullImages implements AdmissionPlugin {
  readonly name = 'AlwaysPullImages'
  readonly handles = isPodWrite

  admit(review: AdmissionReview): void {
    if (!concerns(review)) return
    const { spec } = review.object as Pod
    for (const { container } of containersOf(spec)) container.imagePullPolicy = ALWAYS
    for (const { image } of spec.volumes ?? []) if (image !== undefined) image.pullPolicy = ALWAYS
  }

  check(review: AdmissionReview): void {
    if (!concerns(review)) return
    const { spec } = review.object as Pod
    const policies = [
      ...containersOf(spec, 'spec.').map(({ container, path }) => ({
        path: `${path}.imagePullPolicy`,
        policy: container.imagePullPolicy,
      })),
      ...(spec.volumes ?? []).flatMap(({ image }, index) =>
        image === undefined
          ? []
          : [{ path: `spec.volumes[${index}].image.pullPolicy`, policy: image.pullPolicy }],
      ),
    ]
    const errors = policies
      .filter(({ policy }) => policy !== ALWAYS)
      .map(
        ({ path, policy = '' }) =>
          `${path}: Unsupported value: ${JSON.stringify(policy)}: supported values: "${ALWAYS}"`,
      )
    if (errors.length === 1) throw rejection(review, errors[0] as string)
    if (errors.length > 1) throw rejection(review, `[${errors.join(', ')}]`)
  }
}

/** An update without a new image pulls nothing. */
function concerns(review: AdmissionReview): boolean {
  if (!isWholePod(review)) return false
  const current = review.current as Pod | undefined
  if (current === undefined) return true
  const present = new Set(imagesOf(current))
  return imagesOf(review.object as Pod).some((image) => !present.has(image))
}

const imagesOf = ({ spec }: Pod): readonly (string | undefined)[] => [
  ...containersOf(spec).map(({ container }) => container.image),
  ...(spec.volumes ?? []).flatMap(({ image }) => (image === undefined ? [] : [image.reference])),
]
