-- Networks hand on numbers that are out of use. Sessions that began with an e-mail address do not show that the
-- number is still in use. Servers of the version before know phone numbers only: hence the default.

ALTER TABLE sessions ADD COLUMN by_phone boolean NOT NULL DEFAULT true;
ALTER TABLE login_tickets ADD COLUMN by_phone boolean NOT NULL DEFAULT true;
