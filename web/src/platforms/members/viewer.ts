import { platformPermissions, type PlatformPermission } from '@stowage/contract/permissions'

/** Who looks at a platform on the dashboard. */
type Viewer = { can: readonly string[] }

/** A route that operators call by a right on a platform. */
type PlatformRoute = { readonly allow: PlatformPermission }

/** The part of a platform that is left out for whoever may not see it, which no route says. */
type UnseenRight = 'members.read'

const has = ({ can }: Viewer, right: PlatformPermission) => can.includes(right)

const words = { owner: 'the owner', admin: 'admins', auditor: 'auditors' }

/** `the owner`, `the owner and admins`: the roles with a right. */
const rolesWith = (right: PlatformPermission) =>
  platformPermissions[right]
    .map((role) => words[role])
    .join(', ')
    .replace(/, (?=\w+$)/, ' and ')

const refused = (viewer: Viewer, right: PlatformPermission, action: string) =>
  has(viewer, right) ? undefined : `Only ${rolesWith(right)} can ${action}.`

/** Returns whether the viewer may call a route. */
export const mayUse = (viewer: Viewer, { allow }: PlatformRoute) => has(viewer, allow)

/**
 * Returns the sentence that says who can do what a route does, such as `delete the platform`, for the `why` of a Button;
 * undefined if the viewer can.
 */
export const whyNot = (viewer: Viewer, { allow }: PlatformRoute, action: string) =>
  refused(viewer, allow, action)

/** Returns why a part of the platform is left out; undefined where it is not. */
export const whyUnseen = (viewer: Viewer, sight: UnseenRight, action: string) =>
  refused(viewer, sight, action)
