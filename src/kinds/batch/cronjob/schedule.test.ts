import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTimeZone, scheduleErrors } from './schedule.js'

const FINE = [
  '* * * * *',
  '? ? ? ? ?',
  '*/15 0-6 1,15 */2 sun',
  '5/10 * * JAN-mar 0-6',
  '@weekly',
  '@every .5h3ms',
]

const WRONG: Readonly<Record<string, string>> = {
  never: 'expected exactly 5 fields, found 1: [never]',
  '0 0 * * * *': 'expected exactly 5 fields, found 6: [0 0 * * * *]',
  '@often': 'unrecognized descriptor: @often',
  '@every day': 'failed to parse duration @every day: time: invalid duration "day"',
  'x * * * *': 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax',
  '* 24 * * *': 'end of range (24) above maximum (23): 24',
  '* * 0 * *': 'beginning of range (0) below minimum (1): 0',
  '* * * * 7': 'end of range (7) above maximum (6): 7',
  '5-1 * * * *': 'beginning of range (5) beyond end of range (1): 5-1',
  '1-2-3 * * * *': 'too many hyphens: 1-2-3',
  '*/2/2 * * * *': 'too many slashes: */2/2',
  '*/0 * * * *': 'step of range should be a positive number: */0',
  'CRON_TZ=Nowhere 0 0 * * *': 'provided bad location Nowhere: unknown time zone Nowhere',
}

describe('schedules', () => {
  for (const schedule of FINE) {
    it(`${schedule} is fine`, () => assert.deepEqual(scheduleErrors(schedule), []))
  }
  for (const [schedule, message] of Object.entries(WRONG)) {
    it(`${schedule} is not`, () => assert.deepEqual(scheduleErrors(schedule), [message]))
  }
})

it('time zones are those of the IANA database, old names included; case matters', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'US/Pacific', 'Etc/GMT+3']) {
    assert.ok(isTimeZone(zone), zone)
  }
  for (const zone of ['', 'local', 'europe/berlin', '+01:00', 'Europe', '../UTC', 'Europe/Berlin ']) {
    assert.ok(!isTimeZone(zone), zone)
  }
})
