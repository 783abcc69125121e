// Tests of this module stand in the files beside this one.
