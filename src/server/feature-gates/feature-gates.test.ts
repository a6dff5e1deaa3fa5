import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EFFECTIVE_GATES, isFeatureEnabled, warnOfIneffectiveGates } from './feature-gates.js'
import { FEATURE_GATES } from './known-gates.js'

const isOn = (name: string, featureGates = {}) => isFeatureEnabled(name, { featureGates })

describe('feature gates', () => {
  it('have the defaults of kube-apiserver 1.33', () => {
    assert.equal(isOn('RemoteRequestHeaderUID'), true)
    assert.equal(isOn('HPAScaleToZero'), false)
    assert.equal(isOn('SidecarContainers'), true)
    assert.equal(isOn('WatchList'), false)
  })

  it('follow their own value first, then that of their stage', () => {
    assert.equal(isOn('HPAScaleToZero', { AllAlpha: true }), true)
    assert.equal(isOn('HPAScaleToZero', { AllAlpha: true, HPAScaleToZero: false }), false)
    assert.equal(isOn('RemoteRequestHeaderUID', { AllBeta: false }), false)
    assert.equal(isOn('SidecarContainers', { AllAlpha: false, AllBeta: false }), true)
  })

  it('are known, if they have an effect', () => {
    for (const name of EFFECTIVE_GATES) assert.ok(FEATURE_GATES.has(name), name)
  })

  it('are named in a warning if they were changed without effect', () => {
    const warnings: unknown[] = []
    const silent = () => undefined
    const logger = {
      ...{ trace: silent, debug: silent, info: silent, error: silent },
      warn: (fields: object) => warnings.push(fields),
    }
    const set = (featureGates: Record<string, boolean>) => warnOfIneffectiveGates({ featureGates }, logger)
    set({})
    set({ RemoteRequestHeaderUID: false, SidecarContainers: true })
    assert.deepEqual(warnings, [])
    set({ HPAScaleToZero: true, WatchList: false, AllBeta: true })
    assert.deepEqual(warnings, [{ gates: ['HPAScaleToZero', 'AllBeta'] }])
  })
})
