/** The words of one screen that are promised to the letter. */
export type Screen = {
  /** Each the whole text of an element, or a placeholder, title, value or accessible name. */
  shown: readonly string[]
  /** Parts of a longer text. */
  within?: readonly string[]
  /** Said only after something was done: by the test file that does it. */
  later?: Readonly<Record<string, readonly string[]>>
}

const sixCharacters = 'Password must be at least 6 characters long'
const mismatch = 'Passwords do not match'

const visitors = {
  header: { shown: ['Features', 'Benefits', 'Pricing', 'About', 'Sign In'] },
  headerSignedIn: {
    shown: ['Features', 'Benefits', 'Pricing', 'About', 'Dashboard', 'Sign Out'],
  },
  footer: { shown: ['Privacy', 'Terms', 'Cookies'] },
  landing: {
    shown: ['Create Account Today', 'Watch Demo', 'Setup in 5 minutes', 'Cancel anytime'],
  },
  features: { shown: ['Start Free Trial', 'Schedule Demo'] },
  pricing: {
    shown: [
      'Monthly',
      'Annual',
      'Starter',
      'Professional',
      'Enterprise',
      '$19/month',
      '$49/month',
      '$149/month',
      'Most Popular',
      'Contact Sales',
      '14-day free trial',
      '99.9% uptime SLA',
      'Setup in 5 minutes',
    ],
    within: ['5 members', '25 members', 'Unlimited members', '10GB', '100GB', '1TB', '20%'],
  },
  about: {
    shown: [
      'About Our Company',
      'Our Story',
      'Our Values',
      'Our Journey',
      'Leadership Team',
      'Join Our Mission',
      'View Open Positions',
      'Contact Us',
      '50K+',
      '150+',
      '2019',
    ],
    within: ['founded in 2019', '50,000+ users', '150+ countries'],
  },
} satisfies Record<string, Screen>

const entry = {
  login: {
    shown: ['Email', 'Password', 'Forgot password?', 'Sign up', 'Sign In'],
    later: { 'e2e/shell/failing.spec.ts': ['An error occurred'] },
  },
  loginRefused: { shown: ['Login failed'] },
  loginVerified: { shown: ['Email verified successfully! You can now sign in.'] },
  loginInvalidToken: {
    shown: ['Invalid or expired verification token. Please request a new verification email.'],
  },
  loginVerificationError: {
    shown: ['There was an error verifying your email. Please try again.'],
  },
  secondStep: {
    shown: ['Two-Factor Authentication', 'Verify and Sign In'],
    later: { 'e2e/identity/second-step.spec.ts': ['Invalid code, please try again'] },
  },
  register: {
    shown: ['First name', 'Last name', 'Email', 'Password', 'Confirm password'],
    later: {
      'e2e/identity/entry-forms.spec.ts': [
        'Registration successful! Please check your email to verify your account.',
      ],
    },
  },
  registerWrong: { shown: [sixCharacters, mismatch] },
  registerRefused: { shown: ['Registration failed'] },
  forgotPassword: {
    shown: ['Email', 'Back to Login'],
    later: {
      'e2e/identity/passwords.spec.ts': [
        'Password reset instructions have been sent to your email address.',
        'Back to Login',
      ],
    },
  },
  forgotPasswordRefused: { shown: ['Failed to send reset email'] },
  resetPassword: {
    shown: [
      'New password',
      'Confirm password',
      'At least 6 characters',
      'Passwords match',
      'Invalid or missing reset token. Please request a new password reset.',
    ],
    later: {
      'e2e/identity/passwords.spec.ts': [
        'Password reset successfully! You can now sign in with your new password.',
      ],
    },
  },
  resetPasswordWrong: { shown: [sixCharacters, mismatch] },
  resetPasswordWithoutToken: { shown: ['Invalid or missing reset token'] },
  resetPasswordRefused: { shown: ['Password reset failed'] },
  disconnected: {
    shown: ['Session ended', 'you have been disconected for secutity reasons', 'Sign in again'],
  },
} satisfies Record<string, Screen>

const dashboard = {
  sidebar: {
    shown: [
      'Dashboard',
      'Platforms',
      'Users',
      'Analytics',
      'Notifications',
      'Billing',
      'Settings',
      '24',
      '5',
      'Sign Out',
      'Ada Alba',
      '{email}',
      'Verified',
    ],
    later: { 'e2e/shell/frames.spec.ts': ['Unverified'] },
  },
  dashboard: {
    shown: [],
    within: ['Ada', 'work in progress'],
    later: { 'server/src/identity/sessions/refresh.test.ts': ['No refresh token available'] },
  },
  users: { shown: ['Users'], within: ['work in progress'] },
  notifications: { shown: ['Notifications'], within: ['work in progress'] },
  billing: { shown: ['Billing'], within: ['work in progress'] },
  platforms: {
    shown: [
      'Platforms',
      'Manage and monitor your application platforms',
      'Add Platform',
      'Search platforms...',
      'Filter',
      '{name}',
      'Manage',
      'Open',
    ],
    within: ['Created ', '/{slug}'],
  },
  createPlatform: {
    shown: [
      'Choose a unique platform name. This becomes your URL path.',
      'e.g. acme',
      'Close',
      'Create',
    ],
  },
  createPlatformTaken: { shown: ['This name is taken. Try another.'] },
  createPlatformUnchecked: { shown: ['Failed to check name'] },
  createPlatformFree: { shown: ['Available', '{origin}/{free}'] },
  createPlatformRefused: { shown: ['Failed to create platform'] },
  createPlatformBusy: { shown: ['Creating…'] },
  createPlatformDone: { shown: ['Platform created', '{origin}/{free}'] },
  managePlatformLoading: { shown: ['Loading…'] },
  managePlatformFailed: { shown: ['Failed to load platform'] },
  managePlatform: {
    shown: [
      'Name',
      'URL path (slug)',
      '{origin}/{slug}',
      'Save changes',
      'Open URL',
      'Logo',
      'Drag and drop your logo here, or click to browse',
      'PNG, JPG, SVG. Max ~10MB',
      'User Management',
      'Email',
      'Password',
      'First name',
      'Last name',
      'Role',
      'Permissions',
      'Create user',
      'No users yet.',
    ],
  },
  managePlatformUnsaved: { shown: ['Failed to save changes'] },
  managePlatformNoImage: { shown: ['Please upload an image file'] },
  managePlatformNoLogo: { shown: ['Failed to upload logo'] },
  managePlatformNoMember: { shown: ['Failed to create member'] },
  managePlatformMember: { shown: ['{member}', 'Remove', 'Role', 'Permissions'] },
  managePlatformNoRole: { shown: ['Failed to set role'] },
  managePlatformNoPermissions: { shown: ['Failed to set permissions'] },
  managePlatformNotRemoved: { shown: ['Failed to remove member'] },
  analytics: {
    shown: [
      'Real-time audit logs for your platforms',
      'Refresh',
      'Export',
      'Apply',
      'Clear',
      'Action',
      'e.g. TENANT_LOGIN',
      'Actor email',
      'Platform ID',
      'Time',
      'Actor',
      'Actor Type',
      'Platform',
      'IP',
      'User-Agent',
      '25',
      '50',
      '100',
      'Prev',
      'Next',
    ],
  },
  analyticsEmpty: { shown: ['No logs found', '0 total'] },
  analyticsFailed: { shown: ['Failed to load logs'] },
} satisfies Record<string, Screen>

const settings = {
  settings: {
    shown: ['Settings', 'Profile', 'Security', 'Notifications', 'Preferences', 'Appearance'],
  },
  profile: {
    shown: [
      'First name',
      'Last name',
      'Email',
      'Phone',
      'Location',
      'Bio',
      'Change Avatar',
      'Save Changes',
    ],
  },
  security: {
    shown: [
      'Change Password',
      'Current password',
      'New password',
      'Confirm password',
      'Update Password',
    ],
  },
  twoFactorOff: {
    shown: ['2FA is not enabled', 'Setup 2FA'],
    later: { 'e2e/identity/two-factor.spec.ts': ['Failed to start 2FA setup'] },
  },
  twoFactorOn: {
    shown: [
      '2FA is enabled',
      'Show backup codes',
      'Regenerate codes',
      'Change authenticator',
      'Disable 2FA',
    ],
    later: {
      'e2e/identity/two-factor.spec.ts': [
        'Authenticator changed successfully',
        'Backup codes regenerated',
        'Invalid code, please try again',
        'Failed to disable 2FA',
        'Failed to reset authenticator',
        'Failed to regenerate backup codes',
        'Done',
      ],
    },
  },
  backupCodes: { shown: ['Hide backup codes', 'Copy', 'Close'] },
  regenerateQuestion: { shown: ['Regenerate backup codes? Existing codes will stop working.'] },
  disableQuestion: { shown: ['Disable two-factor authentication?'] },
  twoFactorSetup: { shown: ['Copy', 'Verify', 'Cancel'] },
  passkeys: {
    shown: ['Manage Passkeys', 'Add New Passkey', 'No passkeys registered'],
    later: {
      'e2e/identity/passkeys.spec.ts': [
        'Passkey registered successfully!',
        'Passkey removed successfully!',
        'Failed to load passkeys',
        'Failed to register passkey',
        'WebAuthn is not supported in this browser',
        'Registration was not completed',
      ],
    },
  },
  passkeyOfUnknownDevice: { shown: ['Unknown Device'], within: ['Added '] },
  passkeyNotRemoved: { shown: ['Failed to remove passkey'] },
  notificationSettings: { shown: ['Email', 'Push', 'SMS', 'Marketing'] },
  preferences: {
    shown: ['Language', 'en', 'es', 'fr', 'de', 'Timezone', 'UTC', 'EST', 'PST', 'GMT'],
  },
  appearance: { shown: ['Theme', 'light', 'dark', 'auto'] },
} satisfies Record<string, Screen>

const workspace = {
  tenantLogin: {
    shown: [
      '{name} - Login',
      'Welcome to {SLUG}',
      'Sign in to continue to your {slug} workspace.',
      'Email',
      'Password',
      'Sign In',
    ],
  },
  tenantLoginRefused: { shown: ['Login failed'] },
  tenantLoginBusy: { shown: ['Signing in…'] },
  tenantHome: {
    shown: [
      '{SLUG} Workspace',
      'Signed in as {email}',
      'Settings',
      'Logout',
      'Activity',
      '23',
      'Usage',
      '1.2k',
      'API calls this month',
      'Security',
      'Good',
      'Go to Home',
      'My Team',
      'Notifications',
      'Recent Items',
    ],
  },
} satisfies Record<string, Screen>

/**
 * Every text that is promised to the letter, mis-spellings included, by the screen it stands on.
 * What stands in braces is a value of the test.
 */
export const screens = { ...visitors, ...entry, ...dashboard, ...settings, ...workspace }
