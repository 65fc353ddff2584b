-- The filters of a list that a member of staff keeps under a name, as parameters of its address.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY DEFAULT new_id(),
  user_id uuid NOT NULL REFERENCES users,
  list text NOT NULL CONSTRAINT saved_views_list
    CHECK (list IN ('absences', 'contracts', 'invitations', 'places', 'role-assign', 'schedules', 'users')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  params jsonb NOT NULL CONSTRAINT saved_views_params CHECK (jsonb_typeof(params) = 'object' AND length(params::text) <= 5000),
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, list, name)
);
