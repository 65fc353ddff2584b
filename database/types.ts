// Generated from the database: npx vitest run database/generated.test.ts -u
import type { Generated, GeneratedAlways } from 'kysely'
import type { AppointmentStatus } from '#domain/booking/status.ts'
import type { AuditColumn, DefaultTimestamp, Json, LocalTimestamp, Revision, Timestamp, WebhookData } from './column-types.ts'

/** Tables and views. The files of database/schema/tables say what the columns mean. */
export interface Database {
  acceptance_counts: {
    version_id: string
    slice: number
    count: number
  }
  acceptances: {
    id: Generated<string>
    user_id: string
    version_id: string
    sha256: Generated<string>
    person_name: string | null
    person_phone: string | null
    ip: string | null
    user_agent: string | null
    recorded_by: string
    accepted_at: Timestamp
    language: Generated<string>
  }
  appointment_outcomes: {
    day: string
    outcome: number
    count: number
  }
  appointments: {
    id: Generated<string>
    reference: Generated<string>
    user_id: string
    slot_id: string
    schedule_id: Generated<string>
    mentor_id: Generated<string>
    starts_at: DefaultTimestamp
    ends_at: DefaultTimestamp
    seat: Generated<number>
    serial: Generated<number>
    requested_mentor_id: string | null
    status: AppointmentStatus
    status_before: AppointmentStatus | null
    questions: Generated<string[]>
    price_amount: Generated<number>
    price_currency: Generated<string>
    payment_status: Generated<'unpaid' | 'paid' | 'waived' | 'refunded'>
    payment_by: string | null
    payment_at: Timestamp | null
    excused_by: string | null
    excused_at: Timestamp | null
    cancelled_by: 'client' | 'organisation' | null
    cancelled_at: Timestamp | null
    cancel_reason: Generated<string>
    booked_by: string
    idempotency_key: string | null
    changed_by: string | null
    change_reason: Generated<string>
    revision: Revision
    created_at: DefaultTimestamp
    forgotten_at: Timestamp | null
    room: Generated<string | null>
    place_changed_at: Timestamp | null
    interpreter_language: string | null
  }
  audit: {
    id: Generated<string>
    at: DefaultTimestamp
    actor_id: string | null
    action: string
    subject: string
    subject_id: string | null
    person_id: string | null
    reason: Generated<string>
    before: AuditColumn
    after: AuditColumn
  }
  authenticators: {
    user_id: string
    secret: Buffer
    last_step: number
    created_at: Timestamp
  }
  busy_calendars: {
    mentor_id: string
    address: Buffer
    added_at: Timestamp
    due_at: Timestamp
    lease: string | null
    etag: string | null
    last_modified: string | null
    read_at: Timestamp | null
    checked_at: Timestamp | null
    failing_since: Timestamp | null
    why: string | null
    detail: string | null
    unread: Generated<number>
  }
  busy_times: {
    mentor_id: string
    starts_at: Timestamp
    ends_at: Timestamp
  }
  calendar_feeds: {
    id: Generated<string>
    user_id: string
    kind: 'client' | 'mentor' | 'place'
    place_id: string | null
    token_hash: Buffer
    created_at: Timestamp
    last_used_at: Timestamp | null
    revoked_at: Timestamp | null
  }
  closed_days: {
    id: Generated<string>
    place_id: string
    date: string
    reason: Generated<string>
    created_by: string | null
  }
  contract_texts: {
    version_id: GeneratedAlways<string>
    language: GeneratedAlways<string>
    title: GeneratedAlways<string>
    body: GeneratedAlways<string>
    sha256: GeneratedAlways<string>
  }
  contract_version_translations: {
    version_id: string
    language: string
    title: string
    body: string
    sha256: GeneratedAlways<string>
    published_at: Timestamp
    created_by: string | null
  }
  contract_versions: {
    id: Generated<string>
    contract_id: string
    version: number
    title: string
    body: string
    sha256: GeneratedAlways<string>
    published_at: Timestamp | null
    created_by: string | null
    created_at: DefaultTimestamp
    language: Generated<string>
  }
  contracts: {
    id: Generated<string>
    key: string
    required_for: 'registration' | 'booking' | null
    revision: Revision
    created_at: DefaultTimestamp
    withdrawn_at: Timestamp | null
  }
  current_contracts: {
    id: GeneratedAlways<string>
    key: GeneratedAlways<string>
    required_for: GeneratedAlways<'registration' | 'booking' | null>
    revision: Revision
    version_id: GeneratedAlways<string>
    version: GeneratedAlways<number>
    title: GeneratedAlways<string>
    body: GeneratedAlways<string>
    sha256: GeneratedAlways<string>
    published_at: GeneratedAlways<string>
    language: GeneratedAlways<string>
  }
  feedback: {
    id: Generated<string>
    type: 'client' | 'mentor'
    appointment_id: string
    author_id: string
    created_at: DefaultTimestamp
    entered_by: string | null
    low: Generated<boolean>
    looked_by: string | null
    looked_at: Timestamp | null
    stars: Generated<number>
    star_sum: Generated<number>
    mentor_id: Generated<string>
    support_type_id: Generated<string>
    told: Generated<number[]>
    words: string[] | null
  }
  feedback_answer_counts: {
    month: string
    mentor_id: string
    support_type_id: string
    wording: number
    count: number
  }
  feedback_answers: {
    feedback_id: string
    question_id: string
    prompt: string
    widget: string
    value: string
    position: number
  }
  feedback_counts: {
    month: string
    type: string
    mentor_id: string
    support_type_id: string
    count: number
    rated: number
    stars: number
    star_sum: number
  }
  feedback_questions: {
    id: Generated<string>
    type: 'client' | 'mentor'
    widget: 'star' | 'radio' | 'select' | 'text' | 'colour'
    prompt: string
    options: Generated<string[]>
    required: Generated<boolean>
    position: number
    active: Generated<boolean>
    revision: Revision
  }
  feedback_wordings: {
    id: GeneratedAlways<number>
    type: string
    question_id: string
    prompt: string
    widget: string
    value: string
  }
  freed_seats: {
    id: Generated<string>
    slot_id: string
    freed_at: DefaultTimestamp
    action_id: Generated<string | null>
    held_until: Generated<Timestamp | null>
  }
  hours_proposals: {
    id: Generated<string>
    mentor_id: string
    place_id: string
    ranges: unknown
    slot_minutes: number
    break_minutes: number
    seats_per_slot: number
    from_date: string
    until_date: string | null
    leave_out_holidays: Generated<boolean>
    note: Generated<string>
    state: Generated<'open' | 'approved' | 'declined' | 'withdrawn'>
    reason: Generated<string>
    weekly_hours_id: string | null
    decided_by: string | null
    created_at: Timestamp
    decided_at: Timestamp | null
    interpreted: Generated<boolean>
  }
  idempotency_keys: {
    actor: string
    key: string
    fingerprint: string
    status: number | null
    answer: unknown
    created_at: Timestamp
  }
  identity_providers: {
    id: Generated<string>
    name: string
    icon: Generated<'key' | 'building' | 'school' | 'google' | 'microsoft'>
    colour: Generated<string>
    issuer: string
    client_id: string
    client_secret: Buffer | null
    scopes: Generated<string>
    email_proof: Generated<string>
    phone_proof: Generated<string>
    second_factor: Generated<boolean>
    invited_only: Generated<boolean>
    enabled: Generated<boolean>
    from_environment: Generated<boolean>
    mapping_author_id: string | null
    previewed_at: Timestamp | null
    revision: Revision
    created_at: Timestamp
  }
  installation: {
    only_row: Generated<boolean>
    mode: 'demo' | 'production'
    marked_at: DefaultTimestamp
    key_check: Buffer | null
  }
  invitation_roles: {
    invitation_id: string
    role_id: string
  }
  invitations: {
    id: Generated<string>
    user_id: string
    token_hash: Buffer
    channel: 'email' | 'sms' | 'print'
    address: string | null
    invited_by: string
    created_at: Timestamp
    expires_at: Timestamp
    accepted_at: Timestamp | null
    revoked_at: Timestamp | null
  }
  join_tickets: {
    token_hash: Buffer
    code_id: string
    address: string | null
    tries: Generated<number>
    used_at: Timestamp | null
  }
  login_tickets: {
    token_hash: Buffer
    user_id: string
    secret: Buffer | null
    tries: Generated<number>
    created_at: Timestamp
    expires_at: Timestamp
    used_at: Timestamp | null
    awaits: Generated<'phone' | 'app' | 'identity'>
    by_phone: Generated<boolean>
    provider_login_id: string | null
  }
  logos: {
    id: string
    bytes: Buffer
    created_at: Timestamp
  }
  mentor_profiles: {
    user_id: string
    bio: Generated<string>
  }
  mentor_ratings: {
    mentor_id: string
    stars: number
    star_sum: number
    feedbacks: Generated<number>
  }
  mentor_support_types: {
    user_id: string
    support_type_id: string
  }
  mentor_times: {
    slot_id: string
    mentor_id: string
    starts_at: Timestamp
    ends_at: Timestamp
  }
  migrations: {
    number: number
    title: string
    sha256: string
    applied_at: DefaultTimestamp
  }
  missing_acceptances: {
    version_id: string
    user_id: string
  }
  outbox: {
    id: Generated<string>
    kind: string
    user_id: string | null
    appointment_id: string | null
    detail: Json<Record<string, unknown>>
    state: Generated<'waiting' | 'sending' | 'sent' | 'delivered' | 'shown' | 'failed' | 'dropped' | 'unsendable'>
    attempts: Generated<number>
    due_at: DefaultTimestamp
    settled_at: Timestamp | null
    error: string | null
    created_at: DefaultTimestamp
    channel: 'email' | 'sms' | null
    recipient: string | null
    subject: string | null
    body: string | null
    why: string | null
    lease: string | null
    tried_since: Timestamp | null
    once: string | null
    resent_from: string | null
    via: 'email' | 'sms' | null
    segments: number | null
    phone_by: Timestamp | null
    told_at: Timestamp | null
    action_id: Generated<string | null>
  }
  passkey_challenges: {
    challenge_hash: Buffer
    purpose: 'login' | 'confirm' | 'add' | 'enrol'
    user_id: string | null
    expires_at: Timestamp
  }
  passkeys: {
    id: Generated<string>
    user_id: string
    credential_id: Buffer
    public_key: Buffer
    counter: number
    transports: Generated<string[]>
    synced: boolean
    name: string
    created_at: Timestamp
    last_used_at: Timestamp | null
  }
  phone_codes: {
    id: Generated<string>
    phone: string | null
    user_id: string | null
    salt: Buffer
    code_hash: Buffer
    tries: Generated<number>
    used_at: Timestamp | null
    created_at: Timestamp
    expires_at: Timestamp
    email: string | null
  }
  phone_uses: {
    user_id: string
    used_at: Timestamp
  }
  photos: {
    id: Generated<string>
    type: 'image/webp' | 'image/svg+xml'
    bytes: Buffer
    created_at: DefaultTimestamp
  }
  places: {
    id: Generated<string>
    name: string
    address: Generated<string>
    kind: 'in_person' | 'online'
    meeting_url: string | null
    time_zone: string
    active: Generated<boolean>
    revision: Revision
    holiday_region: string | null
  }
  provider_accounts: {
    id: Generated<string>
    provider_id: string
    subject: string
    user_id: string
    linked_at: Timestamp
    last_seen_at: Timestamp
    ended_at: Timestamp | null
    own_factor_due: Generated<boolean>
  }
  provider_logins: {
    id: Generated<string>
    account_id: string
    sid: string | null
    refresh_token: Buffer | null
    checked_at: Timestamp
    try_after: Timestamp
    created_at: Timestamp
  }
  provider_logout_tokens: {
    provider_id: string
    jti_hash: Buffer
    expires_at: Timestamp
  }
  provider_role_mappings: {
    provider_id: string
    claim: string
    value: string
    role_id: string
  }
  provider_sign_ins: {
    state_hash: Buffer
    provider_id: string
    purpose: 'login' | 'link' | 'preview'
    user_id: string | null
    nonce: string
    verifier: Buffer
    browser_hash: Buffer
    return_path: string | null
    created_at: Timestamp
    expires_at: Timestamp
    used_at: Timestamp | null
    invitation_hash: Buffer | null
  }
  provider_tickets: {
    token_hash: Buffer
    provider_id: string
    subject: string
    name: string | null
    email: string | null
    phone: string | null
    role_ids: string[]
    sid: string | null
    refresh_token: Buffer | null
    browser_hash: Buffer
    return_path: string | null
    created_at: Timestamp
    expires_at: Timestamp
    invitation_hash: Buffer | null
  }
  record_views: {
    id: Generated<string>
    viewer_id: string
    user_id: string
    what: string
    at: DefaultTimestamp
    reason: string | null
  }
  recovery_codes: {
    user_id: string
    code_hash: Buffer
    created_at: Timestamp
    used_at: Timestamp | null
  }
  registration_tickets: {
    token_hash: Buffer
    phone: string | null
    expires_at: Timestamp
    used_at: Timestamp | null
    email: string | null
  }
  request_counts: {
    key: string
    count: number
    ends_at: Timestamp
  }
  retention_runs: {
    day: string
    removed: Json<Record<string, number>>
    finished_at: Timestamp | null
  }
  role_assignments: {
    user_id: string
    role_id: string
    assigned_by: string | null
    assigned_at: DefaultTimestamp
    provider_id: string | null
  }
  roles: {
    id: Generated<string>
    name: string
    abilities: Generated<string[]>
    opens_admin: Generated<boolean>
    is_mentor: Generated<boolean>
    revision: Revision
    created_at: DefaultTimestamp
    single_sign_on_only: Generated<boolean>
  }
  saved_views: {
    id: Generated<string>
    user_id: string
    list: 'absences' | 'contracts' | 'invitations' | 'places' | 'role-assign' | 'schedules' | 'users'
    name: string
    params: Json<Record<string, string>>
    created_at: Timestamp
  }
  schedule_mentors: {
    schedule_id: string
    mentor_id: string
    roster: number
  }
  schedule_seats: {
    schedule_id: string
    taken: number
  }
  schedules: {
    id: Generated<string>
    support_type_id: string
    place_id: string
    local_starts: LocalTimestamp
    local_ends: LocalTimestamp
    starts_later: Generated<boolean>
    ends_later: Generated<boolean>
    local_date: GeneratedAlways<string>
    starts_at: Timestamp
    ends_at: Timestamp
    slot_minutes: number
    break_minutes: Generated<number>
    seats_per_slot: Generated<number>
    status: Generated<'draft' | 'published' | 'cancelled'>
    note: Generated<string>
    booking_opens_at: Timestamp | null
    cancel_reason: string | null
    series_id: string | null
    revision: Revision
    created_at: DefaultTimestamp
    meeting_url: string | null
    starts_repeated: Generated<boolean>
    ends_repeated: Generated<boolean>
    changed_alone: Generated<boolean>
    interpreted: Generated<boolean>
  }
  schema_definitions: {
    kind: 'function' | 'view' | 'trigger'
    name: string
    sha256: string
    retired_at: Timestamp | null
  }
  schema_versions: {
    number: GeneratedAlways<number>
    sha256: string
    applied_at: DefaultTimestamp
  }
  sessions: {
    id: Generated<string>
    user_id: string
    token_hash: Buffer
    device: Generated<string>
    created_at: Timestamp
    last_used_at: Timestamp
    ended_at: Timestamp | null
    cookie_hash: Buffer | null
    program: string | null
    read_only: Generated<boolean>
    expires_at: Timestamp | null
    staff: Generated<boolean>
    method: 'code' | 'password' | 'passkey' | 'provider' | 'invitation' | 'setup' | null
    authenticated_at: Timestamp | null
    by_phone: Generated<boolean>
    provider_login_id: string | null
    provider_checked_at: Timestamp | null
  }
  settings: {
    only_row: Generated<boolean>
    site_name: Generated<string>
    contact: Generated<string>
    phone_country: Generated<string>
    currency: Generated<string>
    locale: Generated<string>
    time_zone: Generated<string>
    notice_minutes: Generated<number>
    change_minutes: Generated<number>
    max_open: Generated<number>
    missed_limit: Generated<number>
    missed_days: Generated<number>
    reminder_minutes: Generated<number[]>
    retention_months: Generated<number>
    revision: Revision
    offer_minutes: Generated<number>
    quiet_from: Generated<string>
    quiet_until: Generated<string>
    low_score: Generated<number>
    message_months: Generated<number>
    audit_months: Generated<number>
    text_segments_day: Generated<number>
    text_messages_phone: Generated<number>
    codes_day: Generated<number>
    codes_phone: Generated<number>
    messages_off: Generated<string[]>
    mentor_access_days: Generated<number>
    record_reason: Generated<boolean>
    invitation_days: Generated<number>
    opening_hidden: Generated<boolean>
    embed_origins: Generated<string[]>
    plan_ahead_weeks: Generated<number>
    accent: string | null
    logo_light: string | null
    logo_dark: string | null
    travel_minutes: Generated<number>
    time_off_approval: Generated<boolean>
    email_signature: Generated<string>
  }
  setup_links: {
    token_hash: Buffer
    created_at: DefaultTimestamp
    used_at: Timestamp | null
    ended_at: Timestamp | null
    user_id: string | null
    expires_at: Timestamp | null
  }
  slots: {
    id: Generated<string>
    schedule_id: string
    mentor_id: string
    roster: number
    starts_at: Timestamp
    ends_at: Timestamp
    seats: number
    taken: Generated<number>
    held: Generated<number>
    first_serial: number
    live: Generated<boolean>
    blocked: 'closed_day' | 'mentor_away' | null
  }
  support_types: {
    id: Generated<string>
    name: string
    description: Generated<string>
    colour: string
    slot_minutes: number
    price_amount: Generated<number>
    price_currency: Generated<string>
    needs_approval: Generated<boolean>
    position: Generated<number>
    active: Generated<boolean>
    revision: Revision
    confidential: Generated<boolean>
    interpreted_minutes: number | null
  }
  text_days: {
    day: string
    what: 'messages' | 'codes' | 'codes_known'
    spent: number
  }
  time_off: {
    id: Generated<string>
    mentor_id: string
    starts_at: Timestamp
    ends_at: Timestamp
    reason: Generated<string>
    created_by: string | null
    revision: Revision
  }
  time_off_requests: {
    id: Generated<string>
    mentor_id: string
    starts_at: Timestamp
    ends_at: Timestamp
    note: Generated<string>
    state: Generated<'open' | 'approved' | 'declined' | 'withdrawn'>
    reason: Generated<string>
    decided_by: string | null
    created_at: Timestamp
    decided_at: Timestamp | null
  }
  translatable_texts: {
    kind: string | null
    subject_id: string | null
    subject: string | null
    active: boolean | null
    field: string | null
    original: string | null
    max_length: number | null
    position: number | null
    language: string | null
    record_id: string | null
    used_until: Timestamp | null
  }
  translations: {
    subject_id: string
    language: string
    field: string
    text: string
    source_sha256: string
  }
  undoable_actions: {
    id: string
    actor_id: string
    kind:
      | 'cancel_sessions'
      | 'change_sessions'
      | 'change_statuses'
      | 'deactivate_users'
      | 'move_appointment'
      | 'publish_sessions'
      | 'reassign'
      | 'remove_waiting'
    at: Timestamp
    before: unknown
  }
  users: {
    id: Generated<string>
    name: string
    phone: string | null
    contact_name: string | null
    contact_phone: string | null
    email: string | null
    photo_id: string | null
    password_hash: string | null
    locale: Generated<string>
    time_zone: Generated<string>
    channel: Generated<'sms' | 'email' | 'both' | 'none'>
    note: Generated<string>
    active: Generated<boolean>
    merged_into: string | null
    erased_at: Timestamp | null
    revision: Revision
    created_at: DefaultTimestamp
    name_key: GeneratedAlways<string>
    search_words: GeneratedAlways<string>
    phone_verified_at: Timestamp | null
    email_verified_at: Timestamp | null
    spoken_language: string | null
    needs_interpreter: Generated<boolean>
    working_languages: Generated<string[]>
  }
  visits: {
    visit_hash: Buffer
    result: 'booked' | 'pending'
    created_at: Timestamp
  }
  waiting_list: {
    id: Generated<string>
    user_id: string
    support_type_id: string
    place_id: string | null
    mentor_id: string | null
    from_date: string
    to_date: string
    position: Generated<number>
    state: Generated<'waiting' | 'offered' | 'taken' | 'left' | 'removed' | 'expired'>
    offered_slot_id: string | null
    offer_ends_at: Timestamp | null
    revision: Revision
    created_at: DefaultTimestamp
    appointment_id: string | null
    language: string | null
    interpreter: boolean | null
  }
  waiting_offers: {
    id: Generated<string>
    entry_id: string
    slot_id: string
    ends_at: Timestamp
    outcome: 'accepted' | 'declined' | 'expired' | 'unreached' | 'left' | 'withdrawn' | null
    made_at: DefaultTimestamp
    settled_at: Timestamp | null
  }
  webhook_deliveries: {
    id: Generated<string>
    endpoint_id: string
    event_id: string
    kind: string
    data: WebhookData
    created_at: Timestamp
    state: Generated<'waiting' | 'delivered' | 'failed'>
    due_at: Timestamp
    lease: string | null
    attempts: Generated<number>
    tried_at: Timestamp | null
    settled_at: Timestamp | null
    status: number | null
    why: string | null
    detail: string | null
    answer: string | null
    took_ms: number | null
  }
  webhook_endpoints: {
    id: Generated<string>
    address: string
    description: Generated<string>
    events: string[]
    secret: Buffer
    old_secret: Buffer | null
    old_secret_until: Timestamp | null
    active: Generated<boolean>
    off_why: 'staff' | 'failing' | 'gone' | null
    off_at: Timestamp | null
    failing_since: Timestamp | null
    last_success_at: Timestamp | null
    created_at: Timestamp
    revision: Revision
  }
  webhook_events: {
    id: Generated<string>
    kind: string
    data: unknown
    created_at: DefaultTimestamp
    action_id: Generated<string | null>
    held_until: Generated<Timestamp | null>
  }
  webhook_old_secrets: {
    id: Generated<string>
    endpoint_id: string
    secret: Buffer
    ends_at: Timestamp
  }
  weekly_dates: {
    weekly_hours_id: string
    date: string
    starts: string
    schedule_id: string | null
    skipped: string | null
    holiday: string | null
  }
  weekly_hours: {
    id: Generated<string>
    mentor_id: string
    place_id: string
    slot_minutes: number
    break_minutes: number
    seats_per_slot: number
    from_date: string
    until_date: string | null
    ended_at: Timestamp | null
    revision: Revision
    leave_out_holidays: Generated<boolean>
    interpreted: Generated<boolean>
  }
  weekly_ranges: {
    weekly_hours_id: string
    weekday: number
    starts: string
    ends: string
    support_type_id: string
  }
  wordings: {
    name: string
    version: number
    subject: string | null
    body: string | null
    sms: string | null
    at: Timestamp
    language: Generated<string>
  }
  zone_data: {
    only_row: Generated<boolean>
    version: Generated<string>
    checked_at: Timestamp | null
  }
  zone_data_changes: {
    id: Generated<string>
    schedule_id: string
    version: string
    found_at: Timestamp
    before_starts_at: Timestamp
    after_starts_at: Timestamp | null
    booked: number
    conflict: 'time_skipped' | 'time_repeated' | 'length_changed' | 'past' | 'mentor_busy' | 'client_busy' | null
  }
  zone_data_servers: {
    server: string
    version: string
    seen_at: Timestamp
    started_at: Timestamp | null
  }
}
