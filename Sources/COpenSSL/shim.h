#pragma once
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/* Macros with casts, which Swift cannot import. */
static const int EVP_PKEY_PUBLIC_KEY_SELECTION = EVP_PKEY_PUBLIC_KEY;
static const int EVP_PKEY_KEYPAIR_SELECTION = EVP_PKEY_KEYPAIR;
static const int MBSTRING_UTF8_TYPE = MBSTRING_UTF8;
