-- Whose public holidays count at a place: a code of the library date-holidays, such as GB-ENG.

ALTER TABLE places ADD COLUMN holiday_region text
  CONSTRAINT places_holiday_region CHECK (holiday_region ~ '^[A-Z]{2}(-[A-Za-z0-9]{1,20})?$');

ALTER TABLE weekly_hours ADD COLUMN leave_out_holidays boolean NOT NULL DEFAULT true;
ALTER TABLE weekly_dates ADD COLUMN holiday text; -- the name, where `skipped` is 'holiday'
