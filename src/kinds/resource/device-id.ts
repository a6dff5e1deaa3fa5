/** A device as the results of an allocation and the reports of drivers name it. */
export const deviceIdOf = ({
  driver,
  pool,
  device,
}: {
  readonly driver: string
  readonly pool: string
  readonly device: string
}): string => `${driver}/${pool}/${device}`
