-- Whose public holidays count at a place: a code of the library date-holidays, such as GB-ENG.

ALTER TABLE places ADD COLUMN holiday_region text
  CONSTRAINT places_holiday_region CHECK (holiday_region ~ '^[A-Z]{2}(-[A-Za-z0-9]{1,20})?$');
