import { boolean, explicit, type Infer, int64, list, optional, string, struct } from '../../../schema/type.js'

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
    add: optional(1, list(string), 'Capabilities granted beyond the runtime defaults, such as NET_ADMIN.'),
    drop: optional(2, list(string), 'Capabilities taken away; ALL takes away every one.'),
  }),
)
export interface Capabilities extends Infer<typeof Capabilities> {}

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
    runAsUser: explicit(4, int64, 'User id of the program; falls back to pod setting, then image.'),
    runAsNonRoot: explicit(5, boolean, 'True refuses to start the container when its user would be root.'),
    readOnlyRootFilesystem: explicit(
      6,
      boolean,
      'True makes the root file system of the container unwritable.',
    ),
    allowPrivilegeEscalation: explicit(
      7,
      boolean,
      'False stops programs from raising their rights, for instance through setuid files.',
    ),
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
    runAsUser: explicit(2, int64, 'User id that runs the programs; the one set in the image when absent.'),
    runAsNonRoot: explicit(3, boolean, 'True refuses to start containers whose user would be root.'),
    supplementalGroups: optional(
      4,
      list(int64),
      'Further group ids added to the first process of every container.',
    ),
    fsGroup: explicit(5, int64, 'Group id that owns supported volumes and is added to every container.'),
  }),
)
export interface PodSecurityContext extends Infer<typeof PodSecurityContext> {}
