/** The password of all demo logins. Demo mode listens on loopback only. */
export const demoPassword = 'openhour-demo-2026'

/** The demo logins, as printed at the start. */
export const demoLogins = [
  { role: 'Administrator', name: 'Margaret Osei', phone: '+44 7700 900001' },
  { role: 'Mentor', name: 'Amara Okafor', phone: '+44 7700 900002' },
  { role: 'Client', name: 'Rosa Delgado', phone: '+44 7700 900003' },
  { role: 'Front desk', name: 'Owen Prosser', phone: '+44 7700 900004' },
] as const
