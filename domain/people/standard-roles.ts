/**
 * The roles of a new organisation and of the demo. They are ordinary roles: an organisation edits and
 * removes them. A test of the demo compares the abilities with contract/abilities.ts.
 */
export const standardRoles = {
  administrator: { name: 'Administrator', abilities: ['*'], opens_admin: true, is_mentor: false },
  coordinator: {
    name: 'Coordinator',
    abilities: [
      'Schedule List',
      'Schedule Create',
      'Schedule Edit',
      'Appointment List',
      'Appointment Edit',
      'Appointment Create',
      'Feedback List',
      'Feedback Create',
      'User List',
      'Report View',
    ],
    opens_admin: true,
    is_mentor: false,
  },
  frontDesk: {
    name: 'Front desk',
    abilities: ['Schedule List', 'Appointment List', 'Appointment Edit', 'Appointment Create', 'User List'],
    opens_admin: true,
    is_mentor: false,
  },
  mentor: { name: 'Mentor', abilities: [], opens_admin: false, is_mentor: true },
}
