import {
  boolean,
  explicit,
  type Infer,
  int64,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

export const SELinuxOptions = struct(
  'io.k8s.api.core.v1.SELinuxOptions',
  'Parts of an SELinux label.',
  () => ({
    user: optional(1, string, 'SELinux user part of the label.'),
    role: optional(2, string, 'SELinux role part of the label.'),
    type: optional(3, string, 'SELinux type part of the label.'),
    level: optional(4, string, 'SELinux sensitivity level and categories, such as s0:c1,c2.'),
  }),
)
export interface SELinuxOptions extends Infer<typeof SELinuxOptions> {}

export const Capabilities = struct(
  'io.k8s.api.core.v1.Capabilities',
  'Changes to the Linux capabilities of a container.',
  () => ({
    add: optional(1, list(string), 'Capabilities granted beyond the runtime defaults, such as NET_ADMIN.', {
      listType: 'atomic',
    }),
    drop: optional(2, list(string), 'Capabilities taken away; ALL takes away every one.', {
      listType: 'atomic',
    }),
  }),
)
export interface Capabilities extends Infer<typeof Capabilities> {}

export const SeccompProfile = struct(
  'io.k8s.api.core.v1.SeccompProfile',
  'Seccomp profile, which restricts system calls.',
  () => ({
    type: required(
      1,
      string,
      'RuntimeDefault takes the profile of the runtime, Localhost one of the node, Unconfined none.',
      { enum: ['Localhost', 'RuntimeDefault', 'Unconfined'] },
    ),
    localhostProfile: explicit(2, string, 'Path of the profile on the node; with type Localhost only.'),
  }),
  { unions: [{ discriminator: 'type', members: { localhostProfile: 'LocalhostProfile' } }] },
)
export interface SeccompProfile extends Infer<typeof SeccompProfile> {}

export const AppArmorProfile = struct(
  'io.k8s.api.core.v1.AppArmorProfile',
  'Which AppArmor profile confines programs.',
  () => ({
    type: required(
      1,
      string,
      'RuntimeDefault takes the profile of the runtime, Localhost one of the node, Unconfined none.',
      { enum: ['Localhost', 'RuntimeDefault', 'Unconfined'] },
    ),
    localhostProfile: explicit(2, string, 'Name of a profile loaded on the node; with type Localhost only.'),
  }),
  { unions: [{ discriminator: 'type', members: { localhostProfile: 'LocalhostProfile' } }] },
)
export interface AppArmorProfile extends Infer<typeof AppArmorProfile> {}

export const WindowsSecurityContextOptions = struct(
  'io.k8s.api.core.v1.WindowsSecurityContextOptions',
  'Security settings for Windows.',
  () => ({
    gmsaCredentialSpecName: explicit(1, string, 'Name of the group managed service account to use.'),
    gmsaCredentialSpec: explicit(2, string, 'Contents of the credential spec that the name stands for.'),
    runAsUserName: explicit(3, string, 'User that runs the programs, as DOMAIN\\\\User or plain name.'),
    hostProcess: explicit(4, boolean, 'True runs a HostProcess container, directly on the node.'),
  }),
)
export interface WindowsSecurityContextOptions extends Infer<typeof WindowsSecurityContextOptions> {}

export const Sysctl = struct('io.k8s.api.core.v1.Sysctl', 'One kernel parameter to set.', () => ({
  name: required(1, string, 'Name of the parameter, such as kernel.shm_rmid_forced.'),
  value: required(2, string, 'Value to set it to.'),
}))
export interface Sysctl extends Infer<typeof Sysctl> {}

export const SecurityContext = struct(
  'io.k8s.api.core.v1.SecurityContext',
  'Security settings of one container.',
  () => ({
    capabilities: explicit(
      1,
      Capabilities,
      'Linux capabilities to add to or take from the runtime defaults.',
    ),
    privileged: explicit(
      2,
      boolean,
      'True gives the container nearly full access to the node; false by default.',
    ),
    seLinuxOptions: explicit(
      3,
      SELinuxOptions,
      'SELinux label for the container; chosen by the runtime when absent.',
    ),
    windowsOptions: explicit(
      10,
      WindowsSecurityContextOptions,
      'Settings for Windows; those of the pod where left out.',
    ),
    runAsUser: explicit(4, int64, 'User id of the program; falls back to pod setting, then image.'),
    runAsGroup: explicit(8, int64, 'Group id of the program; falls back to pod setting, then runtime.'),
    runAsNonRoot: explicit(5, boolean, 'True refuses to start the container when its user would be root.'),
    readOnlyRootFilesystem: explicit(
      6,
      boolean,
      'True makes the root file system of the container unwritable.',
    ),
    allowPrivilegeEscalation: explicit(
      7,
      boolean,
      'False prevents privilege escalation, for instance through setuid files.',
    ),
    procMount: explicit(9, string, 'How /proc is mounted: Default masks sensitive paths, Unmasked none.', {
      enum: ['Default', 'Unmasked'],
    }),
    seccompProfile: explicit(11, SeccompProfile, 'Seccomp profile; that of the pod when absent.'),
    appArmorProfile: explicit(12, AppArmorProfile, 'AppArmor profile; that of the pod when absent.'),
  }),
)
export interface SecurityContext extends Infer<typeof SecurityContext> {}

export const PodSecurityContext = struct(
  'io.k8s.api.core.v1.PodSecurityContext',
  'Security settings that apply to the whole pod.',
  () => ({
    seLinuxOptions: explicit(
      1,
      SELinuxOptions,
      'SELinux label for all containers; chosen by the runtime when absent.',
    ),
    windowsOptions: explicit(8, WindowsSecurityContextOptions, 'Settings for containers on Windows.'),
    runAsUser: explicit(2, int64, 'User id that runs the programs; the one set in the image when absent.'),
    runAsGroup: explicit(6, int64, 'Group id that runs the programs; the one of the runtime when absent.'),
    runAsNonRoot: explicit(3, boolean, 'True refuses to start containers whose user would be root.'),
    supplementalGroups: optional(
      4,
      list(int64),
      'Further group ids added to the first process of every container.',
      { listType: 'atomic' },
    ),
    supplementalGroupsPolicy: explicit(
      12,
      string,
      'Merge (default) adds the groups that the image gives the user, Strict does not.',
      { enum: ['Merge', 'Strict'] },
    ),
    fsGroup: explicit(5, int64, 'Group id that owns supported volumes and is added to every container.'),
    sysctls: optional(7, list(Sysctl), 'Kernel parameters to set for the pod.', { listType: 'atomic' }),
    fsGroupChangePolicy: explicit(
      9,
      string,
      'When ownership of volumes is set: Always (default), or OnRootMismatch to save time.',
      { enum: ['Always', 'OnRootMismatch'] },
    ),
    seccompProfile: explicit(10, SeccompProfile, 'Seccomp profile of the containers.'),
    appArmorProfile: explicit(11, AppArmorProfile, 'AppArmor profile that confines containers.'),
    seLinuxChangePolicy: explicit(
      13,
      string,
      'How volumes get their SELinux label: by MountOption (default) or Recursive.',
    ),
  }),
)
export interface PodSecurityContext extends Infer<typeof PodSecurityContext> {}
