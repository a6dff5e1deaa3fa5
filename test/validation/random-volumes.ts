import { type Adjustment, type FieldValues, keepOne, listIn } from './random-fields.js'

/** Volumes and their sources. */
export const VOLUME_ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  Volume: (fields, random) => {
    const sources = Object.keys(fields).filter((name) => name !== 'name' && fields[name] !== null)
    const kept = random.pick(sources)
    for (const source of sources) if (source !== kept) delete fields[source]
  },
  VolumeProjection: (fields) => {
    fields.serviceAccountToken = undefined
    fields.clusterTrustBundle = undefined
  },
  EphemeralVolumeSource: (fields) => {
    fields.volumeClaimTemplate = {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }
  },
  CSIVolumeSource: (fields) => {
    fields.driver = 'disk.example.com'
    fields.nodePublishSecretRef = undefined
  },
  ImageVolumeSource: (fields) => {
    fields.reference = 'files:1'
  },
  CinderVolumeSource: (fields) => {
    fields.secretRef = undefined
  },
  GCEPersistentDiskVolumeSource: (fields) => {
    fields.readOnly = true
  },
  DownwardAPIVolumeFile: (fields) =>
    keepOne(fields, ['fieldRef', 'resourceFieldRef'], { fieldRef: { fieldPath: 'metadata.labels' } }),
  ObjectFieldSelector: (fields, random) => {
    fields.fieldPath = random.pick(['metadata.name', 'metadata.uid', "metadata.annotations['A/b']"])
  },
  ResourceFieldSelector: (fields) => {
    fields.containerName ??= 'main'
  },
  ProjectedVolumeSource: (fields) => {
    let file = 0
    for (const source of listIn(fields, 'sources')) {
      keepOne(source, ['secret', 'configMap', 'downwardAPI'])
      for (const projection of Object.values(source) as (FieldValues | null)[]) {
        for (const item of listIn(projection ?? {}, 'items')) item.path = `file-${file++}`
      }
    }
  },
  SecretProjection: (fields) => {
    fields.name ??= 'secret'
  },
  ConfigMapProjection: (fields) => {
    fields.name ??= 'config'
  },
  SecretVolumeSource: (fields) => {
    fields.secretName ??= 'secret'
  },
  ConfigMapVolumeSource: (fields) => {
    fields.name ??= 'config'
  },
  ISCSIVolumeSource: (fields) => {
    if (fields.chapAuthDiscovery || fields.chapAuthSession) fields.secretRef ??= { name: 'chap' }
  },
  RBDVolumeSource: (fields) => {
    fields.monitors ??= ['monitor']
  },
  CephFSVolumeSource: (fields) => {
    fields.monitors ??= ['monitor']
  },
  FlockerVolumeSource: (fields) => keepOne(fields, ['datasetName', 'datasetUUID'], { datasetUUID: 'u' }),
  FCVolumeSource: (fields, random) => {
    Object.assign(
      fields,
      random.pick([
        { targetWWNs: ['w'], wwids: [], lun: 0 },
        { targetWWNs: null, wwids: ['w'] },
      ]),
    )
  },
  ScaleIOVolumeSource: (fields) => {
    fields.volumeName = 'volume'
  },
  StorageOSVolumeSource: (fields) => {
    fields.volumeName = 'volume'
    if (fields.secretRef != null) fields.secretRef = { name: 'secret' }
  },
}
