/* SPDX-License-Identifier: MIT */
/*
 * status.c - names and texts of the status codes, from the one list in assay.h.
 */
#include <assay.h>

#define STRING_(x) #x
#define STRING(x)  STRING_(x)

const char *
assay_version(void)
{
	return STRING(ASSAY_VERSION_MAJOR) "." STRING(
		ASSAY_VERSION_MINOR) "." STRING(ASSAY_VERSION_PATCH);
}

const char *
assay_status_name(enum assay_status status)
{
	switch (status) {
#define STATUS_NAME(name, number, text) \
	case ASSAY_##name:              \
		return #name;
		ASSAY_STATUS_MAP(STATUS_NAME)
	}
	return "E_UNKNOWN";
}

const char *
assay_status_text(enum assay_status status)
{
	switch (status) {
#define STATUS_TEXT(name, number, text) \
	case ASSAY_##name:              \
		return text;
		ASSAY_STATUS_MAP(STATUS_TEXT)
	}
	return "unknown status";
}
